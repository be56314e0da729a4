/**
 * The hostile documents, one after another, as at an upload: each in the process of ADR 0060 and 0074. Prints a table of
 * what became of each, how long it took on the clock and of a processor, and the most memory that its process held.
 * Memory and processor time are read from /proc, so on Linux only. The pictures are encoded outside of the process.
 *
 *     npm run bench -- documents
 */
import { readFile } from 'node:fs/promises'
import { readDocument } from '#server/parts/files/documents/page-copies.ts'
import { DOCX, PDF, type DocumentType } from '#server/parts/files/sniff.ts'
import { MEGABYTE } from '#shared/domain/units.ts'
import { honestDocx, honestPdf } from '#tests/support/honest-documents.ts'
import { HOSTILE_DOCX } from '#tests/support/hostile-docx.ts'
import { HOSTILE_PDFS } from '#tests/support/hostile-pdf.ts'
import { BOMBS, scan } from '#tests/support/page-files.ts'

interface Sample {
  readonly title: string
  readonly make: () => Buffer | Promise<Buffer>
}
const GROUPS: readonly (readonly [string, DocumentType, readonly Sample[]])[] = [
  [
    'honest PDF',
    PDF,
    [
      { title: 'text and a picture', make: honestPdf },
      { title: 'a scan of four pages', make: () => scan(4) },
    ],
  ],
  ['honest Word', DOCX, [{ title: 'text and a picture', make: honestDocx }]],
  ['PDF that grows', PDF, BOMBS],
  ['hostile PDF', PDF, HOSTILE_PDFS],
  ['hostile Word', DOCX, HOSTILE_DOCX],
]

const LOOK_EVERY_MS = 5
/** `getconf CLK_TCK` of Linux. */
const TICKS_A_SECOND = 100
const KILOBYTE = 1024

const textOf = (path: string): Promise<string> => readFile(path, 'latin1').catch(() => '')

/** Processes of this program. */
const children = async (): Promise<readonly string[]> =>
  (await textOf(`/proc/self/task/${process.pid}/children`)).trim().split(' ')

/** @param before processes of documents before this one, which may not have ended yet */
async function look(
  before: readonly string[],
): Promise<{ readonly peakMb: number; readonly cpuS: number } | undefined> {
  const child = (await children()).find((one) => one !== '' && !before.includes(one))
  if (child === undefined) return undefined
  const [status, stat] = [
    await textOf(`/proc/${child}/status`),
    await textOf(`/proc/${child}/stat`),
  ]
  const peakKb = Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0)
  // User and system time are the 14th and 15th values; the second may have spaces and ends with a bracket.
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return { peakMb: (peakKb * KILOBYTE) / MEGABYTE, cpuS: (user + system) / TICKS_A_SECOND }
}

async function measure(bytes: Buffer, type: DocumentType) {
  const before = await children()
  let [peakMb, cpuS] = [0, 0]
  const end = new AbortController()
  const looks = (async () => {
    while (!end.signal.aborted) {
      const seen = await look(before)
      peakMb = Math.max(peakMb, seen?.peakMb ?? 0)
      cpuS = Math.max(cpuS, seen?.cpuS ?? 0)
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
  })()
  const startedAt = performance.now()
  const read = await readDocument(bytes, type)
  const seconds = (performance.now() - startedAt) / 1_000
  end.abort()
  await looks
  const became =
    typeof read === 'string'
      ? `refused: ${read}`
      : read.pages > 0
        ? `${read.copies.filter(({ variant }) => variant === 'view').length} of ${read.pages} pages drawn`
        : `text read${(read.inside ?? []).length > 0 ? `; ${read.inside?.join(', ')}` : ''}`
  return { became, seconds, cpuS, peakMb }
}

console.log('| Kind | Document | MB | Became | s | Processor, s | Peak MB |')
console.log('|---|---|---:|---|---:|---:|---:|')
for (const [kind, type, samples] of GROUPS)
  for (const { title, make } of samples) {
    const bytes = await make()
    const { became, seconds, cpuS, peakMb } = await measure(bytes, type)
    const size = (bytes.length / MEGABYTE).toFixed(2)
    console.log(
      `| ${kind} | ${title.replaceAll('|', '\\|')} | ${size} | ${became} | ${seconds.toFixed(2)} | ${cpuS.toFixed(2)} | ${Math.round(peakMb)} |`,
    )
  }
