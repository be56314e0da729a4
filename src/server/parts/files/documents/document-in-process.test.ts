import { readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { performance } from 'node:perf_hooks'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { pdfOf } from '#tests/support/page-files.ts'
import { pdf } from '#tests/support/sample-files.ts'
import { Unavailable } from '../../../base/unavailable.ts'
import { withPdf } from './ask-document.ts'
import { LimitPassed, withProcess, type DocumentLimits } from './document-in-process.ts'

/** A page whose drawing takes seconds: boxes that are blended with what is below. */
const slow = (boxes = 20_000): Buffer =>
  pdfOf({
    drawing: `/G gs ${'1 0 0 rg 0 0 590 840 re f '.repeat(boxes)}`,
    resources: '/ExtGState << /G << /ca 0.5 /BM /Luminosity >> >>',
  })
/** Draws the first page, and says in pixels how wide it is. */
const widthOf = (bytes: Buffer, limits?: DocumentLimits): Promise<unknown> =>
  withPdf(bytes, async (document) => (await document.draw(1))?.width, limits)

test('the event loop is free while a page is drawn', async () => {
  const before = performance.eventLoopUtilization()
  expect(await widthOf(slow(2))).toBe(1190)
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5)
})

const IS_MEASURED = process.platform === 'linux'
const LIMITS = { timeMs: 20_000, clockMs: 60_000, heapMb: 256, memoryMb: 832 }
test.for([
  { what: 'time', limits: { ...LIMITS, timeMs: 400 } },
  ...(IS_MEASURED ? [{ what: 'memory', limits: { ...LIMITS, memoryMb: 1 } }] : []),
])(
  'a document that passes the limit of $what is ended, and the next one is drawn',
  async ({ limits }) => {
    await expect(widthOf(slow(), limits)).rejects.toBeInstanceOf(LimitPassed)
    expect(await widthOf(pdf())).toBe(400)
  },
)

test.runIf(IS_MEASURED)(
  'a process that gets no processor is ended, and that is no fault of its document',
  async () => {
    const idle = withPdf(pdf(), () => new Promise(() => undefined), { ...LIMITS, clockMs: 300 })
    await expect(idle).rejects.toBeInstanceOf(Unavailable)
  },
)

test('a program that ends by itself is an error that says why', async () => {
  const noDocument = { open: 'application/pdf', bytes: 'text' } as never
  await expect(withProcess((ask) => ask(noDocument))).rejects.toThrow(
    /ended with 1: [\s\S]*TypeError/,
  )
})

describe.runIf(process.platform === 'linux')('the process of a document', () => {
  const children = (): string[] =>
    readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1').trim().split(' ')
  /** Begins to draw a document that takes a while. */
  function begin() {
    const before = new Set(children())
    const drawn = widthOf(slow(2))
    const [pid = ''] = children().filter((child) => !before.has(child))
    const read = (file: string): string => readFileSync(`/proc/${pid}/${file}`, 'latin1')
    const isReady = () => expect.poll(() => read('oom_score_adj').trim()).toBe('1000')
    return { drawn, pid: Number(pid), read, isReady }
  }

  test('is ended before the server where the machine has no memory left', async () => {
    const { drawn, isReady } = begin()
    await isReady()
    expect(await drawn).toBe(1190)
  })
  test('leaves the processor to pictures and replies', async () => {
    const { drawn, pid } = begin()
    expect(getPriority(pid)).toBe(10)
    expect(await drawn).toBe(1190)
  })
  test('has no environment of the server', async () => {
    vi.stubEnv('SECRET_KEY', 'a-key-of-the-server')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { drawn, read, isReady } = begin()
    await isReady() // until then it may be the copy of this process that becomes it
    expect(read('environ')).not.toContain('a-key-of-the-server')
    expect(await drawn).toBe(1190)
  })
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    '%s at a stop of the server does not end it',
    async (signal) => {
      const { drawn, pid, isReady } = begin()
      await isReady()
      process.kill(pid, signal)
      expect(await drawn).toBe(1190)
    },
  )
  test('a stop during its start is an error, not a refusal of the document', async () => {
    const { drawn, pid } = begin()
    process.kill(pid, 'SIGTERM')
    await expect(drawn).rejects.toThrow('ended with SIGTERM')
  })
})
