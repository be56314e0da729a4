import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { AUTHOR, pdf } from '#tests/support/sample-files.ts'
import { cleanInWorker } from './clean-in-worker.ts'
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
  expect(await cleanInWorker(many, PDF)).toMatchObject({ ok: true })
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5)
})

test('the copied bytes come back as a Buffer, a refusal with its fault', async () => {
  const cleaned = await cleanInWorker(pdf(), PDF)
  expect(cleaned.ok && Buffer.isBuffer(cleaned.bytes)).toBe(true)
  expect(cleaned.ok && cleaned.bytes.includes('%PDF-') && !cleaned.bytes.includes(AUTHOR)).toBe(
    true,
  )
  expect(await cleanInWorker(Buffer.from('no archive'), DOCX)).toEqual({
    ok: false,
    fault: 'damaged',
  })
})

test.each([
  ['time', { timeMs: 1, heapMb: 256, outsideMb: 512 }],
  ['memory', { timeMs: 20_000, heapMb: 16, outsideMb: 512 }],
  ['bytes outside of the heap', { timeMs: 20_000, heapMb: 256, outsideMb: 1 }],
])(
  'a document that passes the limit of %s is refused, and the next one is examined',
  async (_what, limits) => {
    expect(await cleanInWorker(objects(100_000), PDF, limits)).toEqual({
      ok: false,
      fault: 'protected',
    })
    expect(await cleanInWorker(pdf(), PDF)).toMatchObject({ ok: true })
  },
)
