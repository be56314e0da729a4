import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { cleanInWorker } from './clean-in-worker.ts'
import { DOCX, PDF } from '../sniff.ts'

const MEGABYTE = 1024 * 1024
const escapedLetters = (bytes: number): Buffer =>
  Buffer.from(`%PDF-1.4\n${'#41'.repeat(bytes / 3)}\n%%EOF`)

test('the event loop is free while a document of 20 MB is examined', async () => {
  const objects = Buffer.from(
    `%PDF-1.4\n${'5 0 obj ( endobj '.repeat(1_100_000)}trailer << /Info 5 0 R >>\n%%EOF`,
  )
  const before = performance.eventLoopUtilization()
  await cleanInWorker(objects, PDF)
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5)
})

test('the cleaned bytes come back as a Buffer, a refusal with its fault', async () => {
  const named = '%PDF-1.4\n1 0 obj\n<< /Author (Name) >>\nendobj\ntrailer << /Info 1 0 R >>\n%%EOF'
  const cleaned = await cleanInWorker(Buffer.from(named), PDF)
  expect(cleaned.ok && cleaned.bytes.toString('latin1')).toContain('/Author (    )')
  expect(await cleanInWorker(Buffer.from('no archive'), DOCX)).toEqual({
    ok: false,
    fault: 'damaged',
  })
})

test.each([
  ['time', { timeMs: 1, heapMb: 256 }],
  ['memory', { timeMs: 20_000, heapMb: 4 }],
])(
  'a document that passes the limit of %s is refused, and the next one is examined',
  async (_what, limits) => {
    expect(await cleanInWorker(escapedLetters(MEGABYTE), PDF, limits)).toEqual({
      ok: false,
      fault: 'protected',
    })
    expect(await cleanInWorker(escapedLetters(300), PDF)).toMatchObject({ ok: true })
  },
)
