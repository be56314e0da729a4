/** The plain text of a Word document, and what it has besides. Nothing in it is opened or run here. */
import type { DocumentContent } from '#shared/domain/report/report-rules.ts'
import type { ReadWord } from '../document-messages.ts'
import {
  decodeXml,
  isAddress,
  openPackage,
  xmlParser,
  type OfficePackage,
} from '../office-package.ts'

const TEXT_MAX_CHARS = 2_000_000
const MAIN_PART = /document(\.macroEnabled)?\.main\+xml$/
/** Parts with text that a reader sees, and the notes of reviewers. */
const TEXT_PART = /\.(footnotes|endnotes|header|footer|comments)\+xml$/
const SPACES: Readonly<Record<string, string>> = { br: '\n', cr: '\n', tab: '\t' }

const MACRO = /vbaProject|vbaData|macroEnabled|\/macros\//i
const EMBEDDED = /activeX|oleObject|\/embeddings\/|afchunk|\/(control|package)$/i
const LINK = /\/hyperlink$/i
/** Fields that read another file, or run something, when the document is opened or printed. */
const OUTSIDE_FIELD = /\b(DDE|DDEAUTO|INCLUDETEXT|INCLUDEPICTURE|IMPORT|LINK|DATABASE)\b/i

async function partsInside({ names, types, relations }: OfficePackage) {
  const related = await relations()
  const words = [...names, ...types, ...related.map(({ type }) => type)]
  const found: DocumentContent[] = []
  if (words.some((word) => MACRO.test(word))) found.push('macros')
  if (words.some((word) => EMBEDDED.test(word))) found.push('embedded')
  if (related.some(({ type, isOutside }) => isOutside && !LINK.test(type))) found.push('outside')
  return found
}

/** Inserted text is in it, deleted text is not; of what stands there twice, for older programs, the first. */
function readPart(xml: string): { readonly text: string; readonly fields: string } {
  const text: string[] = []
  const fields: string[] = []
  const open: string[] = []
  const parser = xmlParser()
  parser.on('opentag', ({ local, attributes }) => {
    open.push(local)
    text.push(SPACES[local] ?? '')
    for (const { local: name, value } of Object.values(attributes)) {
      if (name === 'instr') fields.push(` ${value} `)
      if (name === 'src' && isAddress(value)) fields.push(' LINK ') // a picture of older drawings
    }
  })
  parser.on('text', (words) => {
    const local = open.at(-1)
    if (local === 't' && !open.includes('Fallback')) text.push(words)
    if (local === 'instrText') fields.push(words) // one instruction may lie in several
  })
  parser.on('closetag', ({ local }) => {
    open.pop()
    if (local === 'p') text.push('\n')
    if (local === 'fldChar') fields.push(' ')
  })
  parser.write(xml).close()
  return { text: text.join(''), fields: fields.join('') }
}

async function textsOf({ contentTypes, read }: OfficePackage) {
  const named = (form: RegExp) => [...contentTypes].filter(([, type]) => form.test(type))
  let [text, fields] = ['', '']
  for (const [name] of [...named(MAIN_PART), ...named(TEXT_PART)]) {
    const part = readPart(decodeXml(await read(name)))
    text += part.text
    fields += part.fields
  }
  return { text: text.slice(0, TEXT_MAX_CHARS).trim(), fields }
}

/** What cannot be read is taken all the same: staff are told that nobody knows what it holds. */
export async function readDocx(bytes: Buffer): Promise<ReadWord> {
  const inside = new Set<DocumentContent>()
  let text = ''
  try {
    const document = await openPackage(bytes)
    for (const part of await partsInside(document)) inside.add(part)
    const read = await textsOf(document)
    text = read.text
    if (OUTSIDE_FIELD.test(read.fields)) inside.add('outside')
  } catch (error) {
    if (error instanceof RangeError) throw error // too deep or too long: the process ends by it
    inside.add('unread')
  }
  return { inside: [...inside], text }
}
