import { mkdtempSync, readFileSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { EMBLEM_EDGE_PX, EMBLEM_ID, EMBLEM_PNG_BASE64 } from './emblem.ts'
import { createOutboxDirectory, removeOldMails } from './outbox-directory.ts'

test('each mail is one complete .eml file', async () => {
  const dir = join(mkdtempSync(join(tmpdir(), 'wld-outbox-')), 'outbox')
  const sender = createOutboxDirectory(dir, 'WLD <no-reply@example.org>')
  await sender.send({
    id: 'm1',
    to: 'آمنة <amna@example.org>',
    subject: 'رمز التحقق',
    text: 'الرمز: 123456',
    html: '<p dir="rtl">الرمز: 123456</p>',
  })
  await sender.send({ id: 'm1', to: 'amna@example.org', subject: 'Code', text: 'Code: 123456' })
  expect(readdirSync(dir)).toEqual(['m1.eml'])
  const text = readFileSync(join(dir, 'm1.eml'), 'utf8')
  expect(text).toMatch(/^To: amna@example\.org$/m)
  expect(text).toContain('Code: 123456')
})

test('the emblem lies beside the HTML that names it, and is not an attachment', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'wld-outbox-'))
  await createOutboxDirectory(dir, 'WLD <no-reply@example.org>').send({
    id: 'm1',
    to: 'amna@example.org',
    subject: 'Code',
    text: 'Code',
    html: `<img src="cid:${EMBLEM_ID}" alt="">`,
    attachments: [{ filename: 'receipt.txt', content: 'Receipt' }],
  })
  const text = readFileSync(join(dir, 'm1.eml'), 'utf8')
  expect(text.match(/^Content-Type: [\w/]+/gm)).toEqual([
    'Content-Type: multipart/mixed',
    'Content-Type: multipart/alternative',
    'Content-Type: text/plain',
    'Content-Type: multipart/related',
    'Content-Type: text/html',
    'Content-Type: image/png',
    'Content-Type: text/plain',
  ])
  expect(text).toMatch(new RegExp(`^Content-ID: <${EMBLEM_ID}>`, 'im'))
  expect(text).toMatch(/^Content-Disposition: inline\r?$/m)
  expect(text.match(/filename=/g)).toHaveLength(1)
})

test('the emblem of mails is the emblem of the association', async () => {
  const edge = 2 * EMBLEM_EDGE_PX
  const pixels = (picture: Buffer) =>
    sharp(picture, { density: (72 * edge) / 48 })
      .resize(edge, edge)
      .flatten({ background: '#fff' })
      .raw()
      .toBuffer()
  const [mailed, drawn] = await Promise.all([
    pixels(Buffer.from(EMBLEM_PNG_BASE64, 'base64')),
    pixels(readFileSync(join(import.meta.dirname, '../../../../resources/emblem.svg'))),
  ])
  const far = drawn.filter((value, index) => Math.abs(value - (mailed[index] ?? 0)) > 24)
  expect(far.length / drawn.length).toBeLessThan(0.02)
})

test('removes mails after a week, and half-written files of a crash; keeps other files', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'wld-outbox-'))
  const [weekAgo, before] = [new Date('2026-05-01T00:00:00Z'), new Date('2026-05-02T00:00:00Z')]
  for (const name of ['old.eml', '.old.part', 'notes.txt', 'new.eml'])
    writeFileSync(join(dir, name), 'Code: 123456')
  for (const name of ['old.eml', '.old.part', 'notes.txt'])
    utimesSync(join(dir, name), weekAgo, weekAgo)
  await removeOldMails(dir, before)
  expect(readdirSync(dir).sort()).toEqual(['new.eml', 'notes.txt'])
  await removeOldMails(join(dir, 'never-made'), before)
})

test('a mail lies on the disk before it has its name, and the name before the sender goes on', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'wld-outbox-'))
  const file = await open(join(dir, 'notes.txt'), 'w')
  const handle = Object.getPrototypeOf(file) as typeof file // the class is not exported
  await file.close()
  const seen: string[][] = []
  const sync = vi
    .spyOn(handle, 'sync')
    .mockImplementation(async () => void seen.push(readdirSync(dir).sort()))
  try {
    await createOutboxDirectory(dir, 'WLD <no-reply@example.org>').send({
      id: 'm1',
      to: 'amna@example.org',
      subject: 'Code',
      text: 'Code: 123456',
    })
  } finally {
    sync.mockRestore()
  }
  expect(seen).toEqual([
    ['.m1.part', 'notes.txt'],
    ['m1.eml', 'notes.txt'],
  ])
})
