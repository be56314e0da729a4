/**
 * Documents with every trick that foreign tools know. The tool must see the trick in the file as it
 * came, and must see nothing in the copy, which is made here even where the server refuses the file.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { Refused } from '#server/parts/files/documents/cleaned-document.ts'
import { cleanDocx, copyDocx } from '#server/parts/files/documents/docx/clean-docx.ts'
import { openPackage } from '#server/parts/files/documents/docx/word-package.ts'
import { cleanPdf } from '#server/parts/files/documents/pdf/clean-pdf.ts'
import { copyPdf } from '#server/parts/files/documents/pdf/copy-pdf.ts'
import { PdfFile } from '#server/parts/files/documents/pdf/pdf-file.ts'
import {
  ask,
  createDesk,
  DOCX_TOOLS,
  JUDGE_NAMES,
  judgeDocx,
  missingTools,
  PDF_JUDGES,
  PDF_TOOLS,
} from '#tests/support/foreign-tools.ts'
import { DOCX_TRACE, HOSTILE_DOCX, SHOWN_IN_DOCX } from '#tests/support/hostile-docx.ts'
import { HOSTILE_PDFS, SHOWN, TRACE } from '#tests/support/hostile-pdf.ts'

const desk = createDesk()
afterAll(() => desk.remove())

/** @returns the copy, or why there is none */
const copied = async (copy: () => Promise<Uint8Array>): Promise<Uint8Array | string> => {
  try {
    return await copy()
  } catch (error) {
    if (error instanceof Refused) return error.fault
    throw error
  }
}

const missing = missingTools(PDF_TOOLS)
/** Keys that no copy may hold, whatever trick the file is about. */
const FORBIDDEN =
  /\/(?:AA|AcroForm|AF|Annots|B|Collection|Dests|EmbeddedFiles?|EF|Filespec|ID|Info|JavaScript|JS|Launch|Lang|MarkInfo|Metadata|Movie|Names|Next|OCG|OCProperties|OpenAction|OPI|Outlines|PageMode|Perms|PieceInfo|PresSteps|Properties|PS|Ref|RichMedia|Sound|StructParents?|StructTreeRoot|Thumb|Trans|URI|XFA|XMP)(?![\w.])/

describe.skipIf(missing.length > 0)(`hostile PDF files (needs ${PDF_TOOLS.join(', ')})`, () => {
  test.each(HOSTILE_PDFS)('$title', async ({ judge, sees, make, becomes, alone }) => {
    const bytes = await make()
    const see = (path: string): string => PDF_JUDGES[judge](path, desk)
    expect(see(desk.lay(bytes, 'pdf')), 'the tool must see the trick').toMatch(sees)

    const accepted = await cleanPdf(bytes)
    expect(accepted.ok ? 'copied' : accepted.fault).toBe(becomes)

    const copy = await copied(async () => copyPdf(PdfFile.open(bytes)))
    if (typeof copy === 'string') return expect(copy).toBe(alone)
    expect(alone, 'the file was expected to be refused').toBeUndefined()
    const path = desk.lay(copy, 'pdf')
    expect(see(path)).not.toMatch(sees)
    expect(ask('qpdf', ['--check', path])).toMatchObject({ status: 0 })
    expect(PDF_JUDGES.facts(path, desk)).toMatch(/Form:\s+none[\s\S]*JavaScript:\s+no/)
    const objects = PDF_JUDGES.objects(path, desk)
    expect(objects).not.toContain(TRACE)
    expect(objects.replace(/^trailer[\s\S]*/m, '')).not.toMatch(FORBIDDEN)
    expect(PDF_JUDGES.bytes(path, desk)).toBe('')
    expect(ask('pdftotext', [path, '-']).said).toContain(SHOWN)
  })
})

const NAMESPACES_OF_A_COPY =
  /^namespace (?:|http:\/\/schemas\.openxmlformats\.org\/(?:package\/2006\/(?:content-types|relationships)|wordprocessingml\/2006\/main|drawingml\/2006\/(?:main|picture|wordprocessingDrawing)))$/
const PART_OF_A_COPY =
  /^part (?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:_rels\/)?(?:document|settings|styles)\.xml(?:\.rels)?|word\/media\/image\d+\.(?:png|jpeg))$/

describe.skipIf(missingTools(DOCX_TOOLS).length > 0)(
  `hostile Word documents (needs ${DOCX_TOOLS.join(', ')})`,
  () => {
    test.each(HOSTILE_DOCX)('$title', async ({ sees, make, becomes, alone }) => {
      const bytes = await make()
      expect(judgeDocx(desk.lay(bytes, 'docx')), 'the tool must see the trick').toMatch(sees)

      const accepted = await cleanDocx(bytes)
      expect(accepted.ok ? 'copied' : accepted.fault).toBe(becomes)

      const copy = await copied(async () => copyDocx(await openPackage(bytes)))
      if (typeof copy === 'string') return expect(copy).toBe(alone)
      expect(alone, 'the file was expected to be refused').toBeUndefined()
      const path = desk.lay(copy, 'docx')
      expect(ask('unzip', ['-t', path])).toMatchObject({ status: 0 })
      const facts = judgeDocx(path).split('\n')
      const of = (kind: string): string[] => facts.filter((fact) => fact.startsWith(`${kind} `))
      expect(facts.filter((fact) => sees.test(fact))).toEqual([])
      expect(facts.filter((fact) => fact.includes(DOCX_TRACE))).toEqual([])
      expect(of('namespace').filter((fact) => !NAMESPACES_OF_A_COPY.test(fact))).toEqual([])
      expect(of('part').filter((fact) => !PART_OF_A_COPY.test(fact))).toEqual([])
      expect(of('relation').filter((fact) => !fact.startsWith('relation Internal '))).toEqual([])
      expect([...of('field'), ...of('comment'), ...of('extra')]).toEqual([])
      expect(new Set(of('written'))).toEqual(new Set(['written 1980-01-01']))
      expect(facts).toContain(`text ${SHOWN_IN_DOCX}`)
    })
  },
)

/** `WRITE_TABLE=true` writes it. Each row is proved by the case of the same title above. */
test('the table of results holds every case', () => {
  const path = join(import.meta.dirname, '../../docs/hostile-documents.md')
  const row = (
    { title, sees, becomes, alone }: (typeof HOSTILE_PDFS)[number] | (typeof HOSTILE_DOCX)[number],
    tool: string,
  ): string =>
    `| ${title} | ${tool}: \`${sees.source.replaceAll('|', String.raw`\|`)}\` | ${becomes === 'copied' ? 'copied' : `refused (${becomes})`} | ${alone === undefined ? 'nothing' : 'no copy'} |`
  const table = (head: string, rows: readonly string[]): string =>
    `## ${head}\n\n| Trick | Seen before, as the pattern | Server | Seen in the copy |\n|---|---|---|---|\n${rows.join('\n')}\n`
  const page = `# Hostile documents

What foreign tools see in documents with known tricks, before and after ([ADR 0032](adr/0032-documents-are-written-anew.md)).
\`tests/security/hostile-documents.test.ts\` runs every row; it writes this page with \`WRITE_TABLE=true\`.

- *Server* says what an upload leads to. A refusal is a message to the sender, not the protection.
- *Seen in the copy* is judged with the look for active content left out: the copy alone must be clean.
- Every copy also passes \`qpdf --check\` or \`unzip -t\`, still shows its text, and holds no key, part, relation or namespace
  outside of a short list.
- \`pdfinfo -js\` of Debian 12 does not print scripts that run at opening, of bookmarks or of a second action; \`qpdf\` shows
  those. \`oletools\` is not in Debian: Python's \`zipfile\` and \`ElementTree\` stand for it (\`tests/support/judge-docx.py\`).

${table(
  `PDF: ${HOSTILE_PDFS.length} files`,
  HOSTILE_PDFS.map((made) => row(made, JUDGE_NAMES[made.judge])),
)}
${table(
  `Word: ${HOSTILE_DOCX.length} files`,
  HOSTILE_DOCX.map((made) => row(made, 'Python')),
)}`
  if (process.env['WRITE_TABLE'] === 'true') writeFileSync(path, page)
  expect(readFileSync(path, 'utf8')).toBe(page)
})
