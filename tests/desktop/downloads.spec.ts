import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Desktop } from '#tests/support/electron/fixtures.ts'
import { expect, test } from '#tests/support/electron/fixtures.ts'

/** Listens after main, so it sees the decision of main; it sets the path so that no dialog opens. */
const watch = (desktop: Desktop, path: string): Promise<void> =>
  desktop.evaluate(({ session }, savePath) => {
    const decisions: boolean[] = []
    Object.assign(globalThis, { decisions })
    session.defaultSession.on(
      'will-download',
      (event: { defaultPrevented: boolean }, item: { setSavePath(path: string): void }) => {
        decisions.push(!event.defaultPrevented)
        if (!event.defaultPrevented) item.setSavePath(savePath)
      },
    )
  }, path)
const decisions = (desktop: Desktop): Promise<boolean[]> =>
  desktop.evaluate(() => (globalThis as unknown as { decisions: boolean[] }).decisions) // the list above

test('the picture of the card is saved completely', async ({ desktop, profile }) => {
  const target = join(profile, 'card.png')
  await watch(desktop, target)
  await desktop.page.evaluate(() => {
    const picture = new Blob([Uint8Array.from({ length: 256 }, (_, index) => index)], {
      type: 'image/png',
    })
    Object.assign(document.createElement('a'), {
      href: URL.createObjectURL(picture),
      download: 'wld-id-10004217.png',
    }).click()
  })
  await expect.poll(() => existsSync(target)).toBe(true)
  expect([...readFileSync(target)]).toEqual(Array.from({ length: 256 }, (_, index) => index))
  expect(await decisions(desktop)).toEqual([true])
})

test('the copy of the own data is saved as JSON', async ({ desktop, profile }) => {
  const target = join(profile, 'account.json')
  await watch(desktop, target)
  await desktop.page.evaluate(() => {
    const copy = new Blob(['{"profile":{"firstName":"آمنة"}}'], { type: 'application/json' })
    Object.assign(document.createElement('a'), {
      href: URL.createObjectURL(copy),
      download: 'wld-account-2026-05-03.json',
    }).click()
  })
  await expect.poll(() => existsSync(target)).toBe(true)
  expect(JSON.parse(readFileSync(target, 'utf8'))).toEqual({ profile: { firstName: 'آمنة' } })
  expect(await decisions(desktop)).toEqual([true])
})

test('no other download is saved', async ({ desktop, profile }) => {
  await watch(desktop, join(profile, 'other'))
  await desktop.page.evaluate(() => {
    const save = (href: string, download: string): void =>
      Object.assign(document.createElement('a'), { href, download }).click()
    save('/icon-192.png', 'card.png')
    save('/index.html', 'page.html')
    save(URL.createObjectURL(new Blob(['MZ'], { type: 'text/html' })), 'program.html')
  })
  await expect.poll(async () => (await decisions(desktop)).length).toBe(3)
  expect(await decisions(desktop)).toEqual([false, false, false])
  expect(existsSync(join(profile, 'other'))).toBe(false)
})
