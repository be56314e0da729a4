/**
 * Word documents: what does something besides being read is refused, the rest is written anew as a
 * package of our own. Only the parts of `word-rules.ts` are read, only their listed elements pass,
 * and every name, type and relation of the new package is made here.
 */
import { zipSync, type Zippable } from 'fflate'
import sharp from 'sharp'
import { cleanedBy, Refused, type CleanedDocument } from '../cleaned-document.ts'
import { PIXELS_MAX } from '../../pictures.ts'
import { sniff } from '../../sniff.ts'
import { copyPart, type PartReferences } from './copy-part.ts'
import { openPackage, type Relation, type WordPackage } from './word-package.ts'
import { CONTENT_TYPE_START, PARTS, type PartKind } from './word-rules.ts'

const PICTURES_MAX = 1_000
const PARTS_MAX = 500
const JPEG_QUALITY = 90
/** The first day of the format: the time at which a part was written is not kept. */
const FIRST_DAY = new Date(1980, 0, 1)

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN_RELATION = /\/relationships\/officeDocument$/
const PICTURE_RELATION = /\/relationships\/image$/
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const THE_ONE_OF: readonly PartKind[] = [
  'styles',
  'numbering',
  'settings',
  'fontTable',
  'theme',
  'footnotes',
  'endnotes',
]

type Ending = 'png' | 'jpeg'

const kindOf = (type: string): PartKind | undefined => {
  const name = /\/relationships\/([A-Za-z]+)$/.exec(type)?.[1] ?? ''
  return Object.hasOwn(PARTS, name) ? (name as PartKind) : undefined // it is a key of `PARTS`
}

/** @returns the picture encoded again, undefined where it is none that browsers know */
async function drawAgain(
  bytes: Buffer,
): Promise<{ readonly bytes: Buffer; readonly ending: Ending } | undefined> {
  const sniffed = await sniff(bytes)
  if (sniffed.kind !== 'picture' || sniffed.format === 'heif') return undefined
  const ending = sniffed.format === 'jpeg' ? 'jpeg' : 'png'
  try {
    const drawn = sharp(bytes, { limitInputPixels: PIXELS_MAX, pages: 1 }).autoOrient()
    const encoded = ending === 'jpeg' ? drawn.jpeg({ quality: JPEG_QUALITY }) : drawn.png()
    return { bytes: await encoded.toBuffer(), ending }
  } catch {
    return undefined // a picture that cannot be decoded is not seen in Word either
  }
}

interface NewRelation {
  readonly id: string
  readonly type: string
  readonly target: string
}

const relationsXml = (relations: readonly NewRelation[]): Buffer =>
  Buffer.from(
    `${DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations
      .map(
        ({ id, type, target }) =>
          `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
      )
      .join('')}</Relationships>`,
  )

class PackageWriter {
  readonly #source: WordPackage
  readonly #parts: Zippable = {}
  readonly #types: string[] = []
  /** Name of a picture in the source to its name here; undefined where it was left out. */
  readonly #pictures = new Map<string, string | undefined>()
  #number = 0

  constructor(source: WordPackage) {
    this.#source = source
  }

  bytes(): Uint8Array {
    const types = `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="jpeg" ContentType="image/jpeg"/>${this.#types.join('')}</Types>`
    const root = relationsXml([{ id: 'rId1', type: 'officeDocument', target: 'word/document.xml' }])
    return zipSync(
      { '[Content_Types].xml': Buffer.from(types), '_rels/.rels': root, ...this.#parts },
      { mtime: FIRST_DAY },
    )
  }

  /** Copies a part, and first what it refers to. */
  async add(kind: PartKind, from: string, name: string): Promise<void> {
    if (this.#types.length > PARTS_MAX) throw new Refused('protected')
    const relations: NewRelation[] = []
    const references = await this.#references(kind, from, relations)
    const copied = await copyPart(kind, await this.#source.read(from), references)
    this.#parts[`word/${name}`] = copied
    this.#types.push(
      `<Override PartName="/word/${name}" ContentType="${CONTENT_TYPE_START}${PARTS[kind].contentType}"/>`,
    )
    if (relations.length > 0) this.#parts[`word/_rels/${name}.rels`] = relationsXml(relations)
  }

  async #references(
    kind: PartKind,
    from: string,
    relations: NewRelation[],
  ): Promise<PartReferences> {
    const [pictures, parts] = [new Map<string, string>(), new Map<string, string>()]
    const taken = new Set<PartKind>()
    const refer = (type: string, target: string): string => {
      const id = `rId${relations.length + 1}`
      relations.push({ id, type, target })
      return id
    }
    for (const [id, relation] of await this.#source.relationsOf(from)) {
      const target = relation.target
      if (target === undefined || !this.#source.has(target)) continue
      if (PICTURE_RELATION.test(relation.type)) {
        const name = await this.#addPicture(target)
        if (name !== undefined) pictures.set(id, refer('image', name))
      }
      if (kind !== 'document') continue
      const child = this.#childOf(relation, target)
      if (child === undefined) continue
      const isOnlyOne = THE_ONE_OF.includes(child)
      if (isOnlyOne && taken.has(child)) continue
      taken.add(child)
      this.#number += 1
      const name = isOnlyOne ? `${child}.xml` : `${child}${this.#number}.xml`
      await this.add(child, target, name)
      parts.set(id, refer(child, name))
    }
    return { picture: (id) => pictures.get(id), part: (id) => parts.get(id) }
  }

  /** The kind of a part that the document may refer to, where relation and type agree. */
  #childOf({ type }: Relation, target: string): PartKind | undefined {
    const kind = kindOf(type)
    if (kind === undefined || kind === 'document') return undefined
    const stated = this.#source.contentTypeOf(target)
    return stated === `${CONTENT_TYPE_START}${PARTS[kind].contentType}` ? kind : undefined
  }

  async #addPicture(from: string): Promise<string | undefined> {
    if (this.#pictures.has(from)) return this.#pictures.get(from)
    if (this.#pictures.size >= PICTURES_MAX) throw new Refused('protected')
    const drawn = await drawAgain(await this.#source.read(from))
    const name =
      drawn === undefined ? undefined : `media/image${this.#pictures.size + 1}.${drawn.ending}`
    this.#pictures.set(from, name)
    if (drawn !== undefined && name !== undefined)
      this.#parts[`word/${name}`] = [drawn.bytes, { level: 0 }]
    return name
  }
}

/** @throws {Refused} where there is no main part, or more of something than a document has */
export async function copyDocx(source: WordPackage): Promise<Uint8Array> {
  const main = [...(await source.relationsOf('')).values()].find(({ type }) =>
    MAIN_RELATION.test(type),
  )?.target
  if (
    main === undefined ||
    source.contentTypeOf(main) !== `${CONTENT_TYPE_START}${PARTS.document.contentType}`
  )
    throw new Refused('damaged')
  const writer = new PackageWriter(source)
  await writer.add('document', main, 'document.xml')
  return writer.bytes()
}

export const cleanDocx = (archive: Buffer): Promise<CleanedDocument> =>
  cleanedBy(async () => {
    const source = await openPackage(archive)
    if (await source.hasActiveContent()) throw new Refused('active-content')
    return copyDocx(source)
  })
