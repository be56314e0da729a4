/** ZBar and ZXing read the code of a card as it is shown, downloaded and printed. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { undoMisreadUtf8 } from '#shared/domain/text/misread-utf8.ts'
import { buildMember } from '#tests/builders/member.ts'
import { ask, createDesk, missingTools } from '#tests/support/foreign-tools.ts'
import { expect, signInAs, test } from '../e2e/fixtures.ts'

const READERS = {
  ZBar: (path: string) => {
    const { status, printed } = ask('zbarimg', [
      '--quiet',
      '--nodbus',
      '--raw',
      '-Sdisable',
      '-Sqr.enable',
      path,
    ])
    return status === 0 ? Buffer.from(printed, 'latin1').toString().trim() : null
  },
  ZXing: (path: string) => {
    const { printed } = ask('ZXingReader', ['-format', 'QRCode', path])
    return /^Text: +"(.*)"$/m.exec(Buffer.from(printed, 'latin1').toString())?.[1] ?? null
  },
}
const missing = missingTools(['zbarimg', 'ZXingReader', 'pdftoppm'])
test.skip(missing.length > 0, `not installed: ${missing.join(', ')}`)

const desk = createDesk()
test.afterAll(desk.remove)

function expectRead(picture: Uint8Array, payload: string): void {
  const path = desk.lay(picture, 'png')
  for (const [name, read] of Object.entries(READERS)) {
    const text = read(path)
    // ZBar takes accents for Japanese; the judge of a scan undoes that (ADR 0068).
    expect(text === null ? null : undoMisreadUtf8(text), name).toBe(payload)
  }
}

const payloadOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const reply = await fetch('/api/card/me', {
      headers: { authorization: `Bearer ${localStorage.getItem('accessToken') ?? ''}` },
    })
    return ((await reply.json()) as { payload: string }).payload
  })

// A name in Arabic, one with every kind of mark, and the longest that the form takes.
const NAMES = [
  { firstName: 'آمنة', lastName: 'إدريس' },
  { firstName: 'Zoë', lastName: "N'Diaye-Œuvré" },
  { firstName: 'عبد الرحمن '.repeat(4).trim(), lastName: 'محمد أحمد '.repeat(4).trim() },
] as const

for (const name of NAMES)
  test(`a card of ${name.firstName} ${name.lastName}`, async ({ open, server }) => {
    const member = await buildMember(server.deps, name)
    const phone = await open({
      viewport: { width: 360, height: 780 },
      deviceScaleFactor: 3,
      isMobile: true,
      hasTouch: true,
    })
    await signInAs(phone, member)
    await phone.goto('/id-card')
    const payload = await payloadOf(phone)

    await test.step('as a phone shows it', async () => {
      await phone.getByRole('button', { name: 'Show code in full screen' }).click()
      const code = phone.getByRole('dialog').getByRole('img')
      await code.waitFor()
      expectRead(await phone.screenshot(), payload)
      await phone.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
      expectRead(await phone.screenshot(), payload)
      await phone.keyboard.press('Escape')
    })

    await test.step('as the file that a member downloads', async () => {
      const download = phone.waitForEvent('download')
      await phone.getByRole('button', { name: 'Download', exact: true }).click()
      const picture = readFileSync(await (await download).path())
      expectRead(picture, payload)
      // A messenger makes it smaller and packs it as JPEG.
      const sent = await sharp(picture).resize({ width: 640 }).jpeg({ quality: 60 }).toBuffer()
      expectRead(await sharp(sent).png().toBuffer(), payload)
    })

    await test.step('as it is printed', async () => {
      const pdf = desk.lay(await phone.pdf({ format: 'A4' }), 'pdf')
      const { status } = ask('pdftoppm', ['-r', '200', '-png', pdf, pdf])
      expect(status).toBe(0)
      expectRead(readFileSync(`${pdf}-1.png`), payload)
    })
  })
