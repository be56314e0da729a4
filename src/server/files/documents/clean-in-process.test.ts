import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { AUTHOR, pdf } from '#tests/support/sample-files.ts'
import { cleanInProcess } from './clean-in-process.ts'
import { DOCX, PDF } from '../sniff.ts'

/** So many objects that the time of their examination shows. */
const objects = (count: number): Buffer =>
  pdf(
    undefined,
    Array.from(
      { length: count },
      (_, index) => `${index + 10} 0 obj\n[ ${'[ 1 ] '.repeat(8)}]\nendobj\n`,
    ).join(''),
  )

test('the event loop is free while a document of many objects is examined', async () => {
  const many = objects(30_000)
  const before = performance.eventLoopUtilization()
  expect(await cleanInProcess(many, PDF)).toMatchObject({ ok: true })
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5)
})

test('the copied bytes come back as a Buffer, a refusal with its fault', async () => {
  const cleaned = await cleanInProcess(pdf(), PDF)
  expect(cleaned.ok && Buffer.isBuffer(cleaned.bytes)).toBe(true)
  expect(cleaned.ok && cleaned.bytes.includes('%PDF-') && !cleaned.bytes.includes(AUTHOR)).toBe(
    true,
  )
  expect(await cleanInProcess(Buffer.from('no archive'), DOCX)).toEqual({
    ok: false,
    fault: 'damaged',
  })
})

const MEASURES_MEMORY = process.platform === 'linux'
const LIMITS = { timeMs: 20_000, heapMb: 256, memoryMb: 832 }
test.for([
  { what: 'time', limits: { ...LIMITS, timeMs: 1 } },
  { what: 'the heap', limits: { ...LIMITS, heapMb: 16 } },
  ...(MEASURES_MEMORY ? [{ what: 'memory', limits: { ...LIMITS, memoryMb: 1 } }] : []),
])(
  'a document that passes the limit of $what is refused, and the next one is examined',
  async ({ limits }) => {
    expect(await cleanInProcess(objects(100_000), PDF, limits)).toEqual({
      ok: false,
      fault: 'protected',
    })
    expect(await cleanInProcess(pdf(), PDF)).toMatchObject({ ok: true })
  },
)

/** One step that asks for more than the heap: V8 ends the process, whichever thread asked. */
test('a document of one text of 19 MB is refused, and this process goes on', async () => {
  const text = `9 0 obj\n(${'a'.repeat(19_000_000)})\nendobj\n`
  const limits = { ...LIMITS, timeMs: 100_000 } // on a busy machine too the memory ends it, not the time
  expect(await cleanInProcess(pdf(undefined, text), PDF, limits)).toEqual({
    ok: false,
    fault: 'protected',
  })
})

test('a program that ends by itself is an error that says why', async () => {
  const notAType = 'text/plain' as typeof PDF
  await expect(cleanInProcess(pdf(), notAType)).rejects.toThrow(/ended with 1: [\s\S]*TypeError/)
})

test.runIf(process.platform === 'linux')(
  'a machine without memory ends the program before the server',
  async () => {
    const program = fork(fileURLToPath(new URL('./document-process.ts', import.meta.url)), {
      execArgv: [],
    })
    onTestFinished(() => void program.kill('SIGKILL'))
    await expect
      .poll(() => readFileSync(`/proc/${program.pid}/oom_score_adj`, 'latin1').trim())
      .toBe('1000')
  },
)
