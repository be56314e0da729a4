/** The parts of a document of Word or Excel, their types and how they refer to each other. */
import { buffer } from 'node:stream/consumers'
import { SaxesParser } from 'saxes'
import { fromBufferPromise, type Entry } from 'yauzl'

const ENTRIES_MAX = 2_000
const UNPACKED_MAX_BYTES = 100 * 1024 * 1024
const RELATIONS_MAX = 20_000
const ATTRIBUTES_MAX_CHARS = 4_096

/** The target lies elsewhere: it has a scheme, or names a share of Windows. */
export const isAddress = (target: string): boolean => /^([a-z][a-z0-9+.-]*:|\\\\)/i.test(target)

const unreadable = (): Error => new Error('This is not a document that Office writes')

interface Relation {
  readonly type: string
  readonly isOutside: boolean
}

export interface OfficePackage {
  /** Names in lower case. */
  readonly names: readonly string[]
  readonly read: (name: string) => Promise<Buffer>
  /** Every type that is named, also for parts that are not there. */
  readonly types: readonly string[]
  /** The limit of each part. */
  readonly contentTypes: ReadonlyMap<string, string>
  /** The limit of all parts together. */
  readonly relations: () => Promise<readonly Relation[]>
}

/** @throws for encodings other than UTF-8, and for bytes that are not of it */
export function decodeXml(bytes: Buffer): string {
  if (bytes.includes(0)) throw unreadable() // UTF-16, which Office does not write
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

/** Document types are refused: they define what other readers would put in place of names. */
export function xmlParser(): SaxesParser<{ xmlns: true }> {
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', () => {
    throw unreadable()
  })
  parser.on('doctype', () => {
    throw unreadable()
  })
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^utf-?8$/i.test(encoding)) throw unreadable()
  })
  return parser
}

/** Calls `each` with the plain attributes of every element of a small list (types, relations). */
export function readList(
  bytes: Buffer,
  each: (element: string, attributes: Readonly<Record<string, string>>) => void,
): void {
  const parser = xmlParser()
  let count = 0
  parser.on('opentag', ({ local, attributes }) => {
    count += 1
    if (count > RELATIONS_MAX) throw unreadable()
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

async function readEntries(archive: Buffer, unpackedMaxBytes: number) {
  const zip = await fromBufferPromise(archive, { strictFileNames: true })
  const entries = new Map<string, Entry>()
  let unpacked = 0
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase()
    unpacked += entry.uncompressedSize
    // Programs differ in which of two parts of one name they read.
    if (entries.has(name) || entries.size >= ENTRIES_MAX || unpacked > unpackedMaxBytes)
      throw unreadable()
    if (entry.isEncrypted()) throw unreadable()
    entries.set(name, entry)
  }
  return { zip, entries }
}

export async function openPackage(
  archive: Buffer,
  unpackedMaxBytes = UNPACKED_MAX_BYTES,
): Promise<OfficePackage> {
  const { zip, entries } = await readEntries(archive, unpackedMaxBytes)
  async function read(name: string): Promise<Buffer> {
    const entry = entries.get(name.toLowerCase())
    if (entry === undefined) throw unreadable()
    return buffer(await zip.openReadStreamPromise(entry))
  }
  const byEnding = new Map<string, string>()
  const byPart = new Map<string, string>()
  readList(await read('[Content_Types].xml'), (element, attributes) => {
    const type = attributes['ContentType'] ?? ''
    if (element === 'Default') byEnding.set((attributes['Extension'] ?? '').toLowerCase(), type)
    if (element === 'Override')
      byPart.set((attributes['PartName'] ?? '').replace(/^\//, '').toLowerCase(), type)
  })
  const names = [...entries.keys()]
  const typeOf = (name: string): string =>
    byPart.get(name) ?? byEnding.get(name.slice(name.lastIndexOf('.') + 1)) ?? ''

  return {
    names,
    types: [...byEnding.values(), ...byPart.values()],
    read,
    contentTypes: new Map(names.map((name) => [name, typeOf(name)])),
    async relations() {
      const relations: Relation[] = []
      for (const name of names)
        if (name.endsWith('.rels'))
          readList(await read(name), (element, attributes) => {
            if (element !== 'Relationship') return
            const mode = (attributes['TargetMode'] ?? 'Internal').trim().toLowerCase()
            const isOutside = mode === 'external' || isAddress(attributes['Target'] ?? '')
            relations.push({ type: attributes['Type'] ?? '', isOutside })
          })
      return relations
    },
  }
}
