/** The kiosk under hands, with a scripted desktop bridge: sizes of what is pressed, keys on the screen, the pointer. */
import { expect, type Locator } from '@playwright/test'
import { NO_DOORS } from '#shared/contract/desktop/doors.ts'
import { scanByHand } from '#tests/support/fake-bridge.ts'
import { BROWSER, test } from './kiosk-page.ts'

test.describe.configure({ timeout: 180_000 })
test.use(BROWSER)

/** Buttons of a part that are smaller than a thumb in a glove needs. */
const smallIn = (part: Locator, leastPx: number): Promise<string[]> =>
  part.locator('button:visible').evaluateAll(
    (buttons, least) =>
      buttons
        .map((button) => [button, button.getBoundingClientRect()] as const)
        .filter(([, { width, height }]) => width < least - 0.5 || height < least - 0.5)
        .filter(([button]) => button.role !== 'switch')
        .map(([button, { width, height }]) => `${button.textContent} ${width}x${height}`),
    leastPx,
  )

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('not on the screen')
  return box
}
for (const [width, height, leastPx] of [
  [1024, 600, 64],
  [1280, 800, 64],
  [1920, 1080, 80],
] as const)
  test(`at ${width}x${height} everything that is pressed has ${leastPx} px`, async ({ open }) => {
    const { page } = await open({ replies: { 'doors:state': NO_DOORS } })
    await page.setViewportSize({ width, height })
    const rail = page.getByRole('navigation').first()
    expect(await smallIn(rail, leastPx)).toEqual([])
    const [lock, exit] = [
      await boxOf(rail.getByRole('button', { name: 'Lock' })),
      await boxOf(rail.getByRole('button', { name: 'Exit' })),
    ]
    expect(exit.y - (lock.y + lock.height)).toBeGreaterThanOrEqual(24)
    const dialog = page.getByRole('dialog')
    for (const key of ['F2', 'F7', 'F8', 'F10']) {
      await page.keyboard.press(key)
      await expect(dialog).toBeVisible()
      expect(await smallIn(dialog, leastPx), key).toEqual([])
      if (key === 'F2' || key === 'F10')
        for (const digit of ['1', '0']) {
          const { y, height: tall } = await boxOf(
            dialog.getByRole('button', { name: digit, exact: true }),
          )
          expect(y + tall, `${key} ${digit}`).toBeLessThanOrEqual(height)
        }
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
  })

test('a card number is entered by touch alone', async ({ open }) => {
  const { page, shell } = await open({ replies: { 'doors:state': NO_DOORS } })
  await page.keyboard.press('F2')
  const dialog = page.getByRole('dialog')
  for (const digit of '100042178')
    await dialog.getByRole('button', { name: digit, exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete the last digit' }).click()
  await expect(dialog.getByLabel('Card number')).toHaveValue('10004217')
  await dialog.getByRole('button', { name: 'Check', exact: true }).click()
  await expect.poll(() => shell.calls('kiosk:scan')).toEqual([[{ cardId: '10004217' }]])
})

test('a door joins by touch alone: words, address and PIN', async ({ open }) => {
  const { page, shell } = await open({ replies: { 'doors:state': NO_DOORS } })
  await shell.set({ 'doors:join': { pin: { ok: true }, joined: { ok: false, fault: 'words' } } })
  await page.keyboard.press('F8')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Join with a code' }).click()
  const words = dialog.getByLabel('Words')
  await words.click()
  const key = (name: string) => dialog.getByRole('button', { name, exact: true })
  await expect(key('a')).toBeDisabled()
  for (const letter of 'lusabbabadgutihtugad') await key(letter).click()
  await expect(words).toHaveValue('lusab babad gutih tugad')
  await expect(key('b')).toBeDisabled()
  await dialog.getByLabel('Address').click()
  const dot = key('.')
  // Two pads have digits; this takes the one that has a dot.
  const pad = dot.locator('..')
  for (const sign of '192.168.1.20')
    await pad.getByRole('button', { name: sign, exact: true }).click()
  await expect(dialog.getByLabel('Address')).toHaveValue('192.168.1.20')
  const pinPad = dialog.getByRole('button', { name: 'Clear', exact: true }).last().locator('..')
  for (const digit of '246801')
    await pinPad.getByRole('button', { name: digit, exact: true }).click()
  await dialog.getByRole('button', { name: 'Join with a code' }).click()
  await expect
    .poll(() => shell.calls('doors:join'))
    .toEqual([[{ pin: '246801', code: 'lusab babad gutih tugad', address: '192.168.1.20' }]])
})

test('nothing is selected by a long press, and a pointer that rests hides', async ({ open }) => {
  const { page } = await open({ replies: { 'doors:state': NO_DOORS } })
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-kiosk', 'still')
  await expect(root).toHaveCSS('user-select', 'none')
  await expect(root).toHaveCSS('touch-action', 'manipulation')
  await expect(page.locator('body')).toHaveCSS('cursor', 'none')
  await page.mouse.move(300, 300)
  await page.mouse.move(310, 310)
  await expect(root).toHaveAttribute('data-kiosk', 'moving')
  await expect(page.locator('body')).not.toHaveCSS('cursor', 'none')
  await expect(root).toHaveAttribute('data-kiosk', 'still')
  const prevented = await page.evaluate(
    () =>
      !document.body.dispatchEvent(
        new MouseEvent('contextmenu', { bubbles: true, cancelable: true }),
      ),
  )
  expect(prevented).toBe(true)
})

test('a scan with Caps Lock on says so, until the lock is off', async ({ open }) => {
  const { page, shell } = await open({ replies: { 'doors:state': NO_DOORS } })
  await scanByHand(page, '10004217|aMNA iDRIS|1990-04-12', true)
  await expect(page.getByText(/^Caps Lock is on/)).toBeVisible()
  await expect.poll(() => shell.calls('kiosk:scan')).toHaveLength(1)
  await page.keyboard.press('a') // a key without the lock
  await expect(page.getByText(/^Caps Lock is on/)).toBeHidden()
})
