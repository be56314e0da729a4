/** The parts of a Word document, their types and how they refer to each other. */
import { buffer } from 'node:stream/consumers'
import { SaxesParser } from 'saxes'
import { fromBufferPromise, type Entry } from 'yauzl'
import { Refused } from '../cleaned-document.ts'
import { ACTIVE_CONTENT_TYPE, ACTIVE_PART, ACTIVE_RELATION, LINK_RELATION } from './word-rules.ts'

const ENTRIES_MAX = 2_000
const UNPACKED_MAX_BYTES = 100 * 1024 * 1024
const RELATIONS_MAX = 20_000
const ATTRIBUTES_MAX_CHARS = 4_096

export interface Relation {
  readonly type: string
  /** Name of the part, undefined for another place. */
  readonly target: string | undefined
}

export interface WordPackage {
  has(name: string): boolean
  read(name: string): Promise<Buffer>
  contentTypeOf(name: string): string | undefined
  /** Of a part, or of the package where `name` is empty. */
  relationsOf(name: string): Promise<ReadonlyMap<string, Relation>>
  /** Whether any part, type or relation is there for more than reading. */
  hasActiveContent(): Promise<boolean>
}

/** @throws for encodings other than UTF-8, and for bytes that are not of it */
export function decodeXml(bytes: Buffer): string {
  if (bytes.includes(0)) throw new Refused('damaged') // UTF-16, which Word does not write
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

/** Document types are refused: they define what other readers would put in place of names. */
export function xmlParser(): SaxesParser<{ xmlns: true }> {
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', () => {
    throw new Refused('damaged')
  })
  parser.on('doctype', () => {
    throw new Refused('damaged')
  })
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^utf-?8$/i.test(encoding)) throw new Refused('damaged')
  })
  return parser
}

/** Calls `each` with the plain attributes of every element of a small list (types, relations). */
function readList(
  bytes: Buffer,
  each: (element: string, attributes: Readonly<Record<string, string>>) => void,
): void {
  const parser = xmlParser()
  let count = 0
  parser.on('opentag', ({ local, attributes }) => {
    count += 1
    if (count > RELATIONS_MAX) throw new Refused('damaged')
    const plain = Object.fromEntries(
      Object.values(attributes).map(({ local: name, value }) => [
        name,
        value.slice(0, ATTRIBUTES_MAX_CHARS),
      ]),
    )
    each(local, plain)
  })
  parser.write(decodeXml(bytes)).close()
}

const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1)

/** @returns the name of the part, undefined where the target leaves the package or is an address */
function partName(from: string, target: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:|^[\\/]{2}|[\\?#%]/i.test(target)) return undefined
  const path: string[] = []
  for (const step of (target.startsWith('/') ? target : folderOf(from) + target).split('/')) {
    if (step === '' || step === '.') continue
    if (step !== '..') path.push(step)
    else if (path.pop() === undefined) return undefined
  }
  return path.join('/')
}

async function readEntries(archive: Buffer) {
  const zip = await fromBufferPromise(archive, { strictFileNames: true })
  const entries = new Map<string, Entry>()
  let unpacked = 0
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase()
    unpacked += entry.uncompressedSize
    // Programs differ in which of two parts of one name they read.
    if (entries.has(name) || entries.size >= ENTRIES_MAX || unpacked > UNPACKED_MAX_BYTES)
      throw new Refused('damaged')
    if (entry.isEncrypted()) throw new Refused('protected')
    entries.set(name, entry)
  }
  return { zip, entries }
}

export async function openPackage(archive: Buffer): Promise<WordPackage> {
  const { zip, entries } = await readEntries(archive)
  const [byEnding, byPart] = [new Map<string, string>(), new Map<string, string>()]

  async function read(name: string): Promise<Buffer> {
    const entry = entries.get(name.toLowerCase())
    if (entry === undefined) throw new Refused('damaged')
    return buffer(await zip.openReadStreamPromise(entry))
  }
  readList(await read('[Content_Types].xml'), (element, attributes) => {
    const type = attributes['ContentType'] ?? ''
    if (element === 'Default') byEnding.set((attributes['Extension'] ?? '').toLowerCase(), type)
    if (element === 'Override')
      byPart.set((attributes['PartName'] ?? '').replace(/^\//, '').toLowerCase(), type)
  })

  async function relationsIn(rels: string, from: string) {
    const relations = new Map<string, Relation>()
    if (!entries.has(rels.toLowerCase())) return relations
    readList(await read(rels), (element, attributes) => {
      if (element !== 'Relationship') return
      const isHere = (attributes['TargetMode'] ?? 'Internal').trim().toLowerCase() !== 'external'
      relations.set(attributes['Id'] ?? '', {
        type: attributes['Type'] ?? '',
        target: isHere ? partName(from, attributes['Target'] ?? '') : undefined,
      })
    })
    return relations
  }

  return {
    has: (name) => entries.has(name.toLowerCase()),
    read,
    contentTypeOf: (name) =>
      byPart.get(name.toLowerCase()) ??
      byEnding.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase()),
    relationsOf: (name) =>
      relationsIn(`${folderOf(name)}_rels/${name.slice(name.lastIndexOf('/') + 1)}.rels`, name),
    async hasActiveContent() {
      const types = [...byEnding.values(), ...byPart.values()]
      if (types.some((type) => ACTIVE_CONTENT_TYPE.test(type))) return true
      for (const name of entries.keys()) {
        if (ACTIVE_PART.test(name)) return true
        if (!name.endsWith('.rels')) continue
        for (const { type, target } of (await relationsIn(name, '')).values())
          if (ACTIVE_RELATION.test(type) || (target === undefined && !LINK_RELATION.test(type)))
            return true
      }
      return false
    },
  }
}
