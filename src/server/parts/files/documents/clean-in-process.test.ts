import { readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { performance } from 'node:perf_hooks'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
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

describe.runIf(process.platform === 'linux')('the process of a document', () => {
  const children = (): string[] =>
    readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1').trim().split(' ')
  /** Begins to examine a document that takes a while. */
  function begin() {
    const before = new Set(children())
    const cleaned = cleanInProcess(objects(30_000), PDF)
    const [pid = ''] = children().filter((child) => !before.has(child))
    const read = (file: string): string => readFileSync(`/proc/${pid}/${file}`, 'latin1')
    const isReady = () => expect.poll(() => read('oom_score_adj').trim()).toBe('1000')
    return { cleaned, pid: Number(pid), read, isReady }
  }

  test('is ended before the server where the machine has no memory left', async () => {
    const { cleaned, isReady } = begin()
    await isReady()
    expect(await cleaned).toMatchObject({ ok: true })
  })
  test('leaves the processor to pictures and replies', async () => {
    const { cleaned, pid } = begin()
    expect(getPriority(pid)).toBe(10)
    expect(await cleaned).toMatchObject({ ok: true })
  })
  test('has no environment of the server', async () => {
    vi.stubEnv('SECRET_KEY', 'a-key-of-the-server')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { cleaned, read, isReady } = begin()
    await isReady() // until then it may be the copy of this process that becomes it
    expect(read('environ')).not.toContain('a-key-of-the-server')
    expect(await cleaned).toMatchObject({ ok: true })
  })
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    '%s at a stop of the server does not end it',
    async (signal) => {
      const { cleaned, pid, isReady } = begin()
      await isReady()
      process.kill(pid, signal)
      expect(await cleaned).toMatchObject({ ok: true })
    },
  )
  test('a stop during its start is an error, not a refusal of the document', async () => {
    const { cleaned, pid } = begin()
    process.kill(pid, 'SIGTERM')
    await expect(cleaned).rejects.toThrow('ended with SIGTERM')
  })
})
