/** What visitors and hours do to a running kiosk. docs/desktop.md lists every way out that was tried. */
import { writeFileSync } from 'node:fs'
import QRCode from 'qrcode'
import { KIOSK_KEYS } from '#shared/domain/card/kiosk-keys.ts'
import { expect, type Desktop } from '#tests/support/electron/fixtures.ts'
import { dialog, PIN, railButton, stateOf, test } from './at-the-door.ts'
import { invoke } from './in-page.ts'

test.describe.configure({ timeout: 240_000 })

const zoomOf = (app: Desktop): Promise<number | undefined> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor())
const isHeld = (app: Desktop): Promise<boolean | undefined> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isKiosk())

test('keys, wheel, files and links lead nowhere', async ({ member, openDoor }, testInfo) => {
  const card = await member()
  const app = await openDoor('en')
  const { page, t } = app
  const choosers: unknown[] = []
  page.on('filechooser', (chooser) => choosers.push(chooser))

  await test.step('a key that leads out never reaches the page', async () => {
    await page.evaluate(() => {
      const seen: string[] = []
      Object.assign(globalThis, { seen })
      window.addEventListener('keydown', ({ key }) => seen.push(key), true)
    })
    for (const key of ['F1', 'F3', 'F5', 'F11', 'F12', 'Shift+F10', 'Alt+F4', 'Alt+ArrowLeft'])
      await page.keyboard.press(key)
    for (const key of ['p', 'o', 's', 'r', 'n', 'w', 'q', 'f', '0', '+', '-', 'Shift+I', 'F6'])
      await page.keyboard.press(`Control+${key}`)
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen) // the list above
    expect(seen.filter((key) => !['Shift', 'Control', 'Alt'].includes(key))).toEqual([])
    await page.keyboard.press(KIOSK_KEYS.queue)
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('Ctrl and the wheel do not change the size', async () => {
    await page.mouse.move(400, 400)
    await page.keyboard.down('Control')
    for (let turn = 0; turn < 9; turn++) await page.mouse.wheel(0, -120)
    await page.keyboard.up('Control')
    expect(await invoke(page, 'settings:change', { zoom: 3 })).toMatch(/^refused: /)
    expect(await zoomOf(app)).toBe(1)
    expect(await invoke(page, 'settings:get')).toMatchObject({ zoom: 1 })
  })

  await test.step('no dialog has a field for files', async () => {
    for (const key of Object.values(KIOSK_KEYS)) {
      if (key === KIOSK_KEYS.lock) continue
      await page.keyboard.press(key)
      await expect(page.locator('input[type=file]')).toHaveCount(0)
      if (key === KIOSK_KEYS.sound) continue
      await expect(dialog(page)).toHaveCount(1)
      for (const button of await dialog(page).getByRole('button').all())
        expect(await button.textContent()).not.toBe(t('kiosk:queue.export'))
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toHaveCount(0)
    }
    expect(choosers).toEqual([])
  })

  await test.step('a picture of a good card is neither dropped nor pasted', async () => {
    const file = testInfo.outputPath('card.png')
    const picture = await QRCode.toBuffer(card.payload, { margin: 4, scale: 8 })
    writeFileSync(file, picture)
    const devTools = await page.context().newCDPSession(page)
    const data = { items: [], files: [file], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await devTools.send('Input.dispatchDragEvent', { type, x: 400, y: 400, data })
    await devTools.detach()
    await page.evaluate(
      (bytes) => {
        const clipboardData = new DataTransfer()
        clipboardData.items.add(new File([Uint8Array.from(bytes)], 'x.png', { type: 'image/png' }))
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true })
        document.body.dispatchEvent(event)
      },
      [...picture],
    )
    await page.keyboard.press(KIOSK_KEYS.number)
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    expect(new URL(page.url()).pathname).toBe('/kiosk')
    expect((await stateOf(page)).counts.scans).toBe(0)
  })

  await test.step('nothing is saved, and a link from outside opens nothing', async () => {
    await app.evaluate(({ session }) => {
      const saved: boolean[] = []
      Object.assign(globalThis, { saved })
      session.defaultSession.on(
        'will-download',
        ({ defaultPrevented }: { defaultPrevented: boolean }) => saved.push(!defaultPrevented),
      )
    })
    await page.evaluate(() => {
      const href = URL.createObjectURL(new Blob(['x'], { type: 'image/png' }))
      Object.assign(document.createElement('a'), { href, download: 'card.png' }).click()
    })
    const saved = () => app.evaluate(() => (globalThis as unknown as { saved: boolean[] }).saved) // the list above
    await expect.poll(saved).toEqual([false])
    expect(await app.startSecond(['wld://event/general-assembly'])).toBe(0)
    expect(await invoke(page, 'link:take')).toMatch(/^refused: /)
    await expect(railButton(page, KIOSK_KEYS.exit)).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/kiosk')
    expect(await isHeld(app)).toBe(true)
    expect(await app.openedOutside()).toEqual([])
  })
})

test('sleep, displays, a camera without its cable, a crash and a hung page are survived', async ({
  openDoor,
}) => {
  const app = await openDoor('en')
  const { page, t } = app
  const video = page.locator('main video')
  await expect(video).toHaveCount(1)

  await test.step('the other display turns black, and the window follows a display that is left', async () => {
    const plug = (areas: readonly { x: number; y: number; width: number; height: number }[]) =>
      app.evaluate(({ screen }, next) => screen.plug(next), areas)
    const placed = () =>
      app.evaluate(({ BaseWindow, BrowserWindow }) => ({
        black: BaseWindow.getAllWindows().map(({ bounds }) => bounds),
        window: BrowserWindow.getAllWindows()[0]?.getBounds(),
      }))
    const [left, right] = [
      { x: 0, y: 0, width: 1920, height: 1040 },
      { x: 1920, y: 0, width: 1280, height: 800 },
    ]
    await plug([left, right])
    expect((await placed()).black).toEqual([right])
    await plug([right])
    expect(await placed()).toEqual({ black: [], window: right })
    expect(await isHeld(app)).toBe(true)
  })

  await test.step('the camera comes back when it is plugged in again', async () => {
    const streamId = () =>
      page.evaluate(() => {
        const stream = document.querySelector('video')?.srcObject
        return stream instanceof MediaStream ? stream.id : undefined
      })
    const before = await streamId()
    await page.evaluate(() => {
      const stream = document.querySelector('video')?.srcObject
      if (!(stream instanceof MediaStream)) throw new Error('There is no picture')
      const [track] = stream.getVideoTracks()
      track?.stop()
      track?.dispatchEvent(new Event('ended')) // as for a cable that is pulled
    })
    await expect.poll(streamId).not.toBe(before)
    await expect.poll(streamId).not.toBeUndefined()
  })

  for (const moment of ['suspend', 'resume'])
    await test.step(`${moment}: locked without a picture, and the PIN starts the camera again`, async () => {
      await app.evaluate(({ powerMonitor }, name) => void powerMonitor.emit(name), moment)
      await expect(page.getByRole('heading', { name: t('kiosk:lock.title') })).toBeVisible()
      await expect(page.locator('video')).toHaveCount(0)
      await page.keyboard.type(PIN)
      await page.keyboard.press('Enter')
      await expect(video).toHaveCount(1)
    })

  // Playwright does not use a page that has crashed: the rest is seen from main.
  const isBack = () =>
    app.evaluate(({ BrowserWindow }) =>
      Promise.race([
        BrowserWindow.getAllWindows()[0]
          ?.webContents.executeJavaScript(
            "!window.before && location.pathname === '/kiosk' && document.querySelector('[aria-keyshortcuts]') !== null",
          )
          .catch(() => false),
        new Promise((resolve) => setTimeout(() => resolve(false), 500)),
      ]),
    )
  const run = (code: string) =>
    app.evaluate(
      ({ BrowserWindow }, script) =>
        // Not awaited: a page that hangs never replies.
        void BrowserWindow.getAllWindows()[0]
          ?.webContents.executeJavaScript(script)
          .catch(() => undefined),
      code,
    )
  await test.step('a crash brings the kiosk back', async () => {
    await run('window.before = true')
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
    )
    await expect.poll(isBack).toBe(true)
    expect(await isHeld(app)).toBe(true)
  })
  await test.step('a page that hangs is ended and comes back', async () => {
    await run('window.before = true')
    await run('for (;;) {}')
    await app.evaluate(({ BrowserWindow }) => {
      const later = globalThis.setTimeout
      // The ten seconds of main are in recover-window.test.ts.
      Object.assign(globalThis, {
        setTimeout: (task: () => void, delayMs?: number) =>
          later(task, delayMs === 10_000 ? 0 : delayMs),
      })
      BrowserWindow.getAllWindows()[0]?.emit('unresponsive')
      Object.assign(globalThis, { setTimeout: later })
    })
    await expect.poll(isBack, { timeout: 60_000 }).toBe(true)
    expect(await isHeld(app)).toBe(true)
  })
})
