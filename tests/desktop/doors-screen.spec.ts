/** The doors on the screen of the kiosk, with a scripted desktop bridge: joining, the list, double entries. */
import { expect } from '@playwright/test'
import { NO_DOORS, type DoorsState } from '#shared/contract/desktop/doors.ts'
import { scanByHand } from '#tests/support/fake-bridge.ts'
import { faultsOf, overflowOf, WIDTH_LANGUAGES, wordsOf } from '../e2e/reading.ts'
import { BROWSER, test } from './kiosk-page.ts'

const PIN = '246801'
const CODE = `WLD-DOORS-1 ${'a'.repeat(64)} lusab-babad-gutih-tugad 192.168.1.20:47615`
const instant = (offsetMs: number): string => new Date(Date.now() + offsetMs).toISOString()
const CALM = { removal: null, warning: null } as const
const ON: DoorsState = {
  ...NO_DOORS,
  on: true,
  doors: [
    { door: 'a', name: 'North door', state: 'own', lastSeenAt: null, clockApartS: null, ...CALM },
    {
      door: 'b',
      name: 'South door',
      state: 'connected',
      lastSeenAt: instant(0),
      clockApartS: 2,
      ...CALM,
    },
    {
      door: 'c',
      name: 'الباب الشرقي',
      state: 'away',
      lastSeenAt: instant(-600_000),
      clockApartS: 180,
      ...CALM,
    },
    { door: 'd', name: 'West door', state: 'left', lastSeenAt: null, clockApartS: null, ...CALM },
  ],
  entries: 214,
  waiting: 37,
}
const SHOWING: DoorsState = {
  ...ON,
  code: {
    text: CODE,
    words: 'lusab-babad-gutih-tugad',
    addresses: ['192.168.1.20'],
    expiresAt: instant(594_000),
  },
}
const DOUBLE: DoorsState = {
  ...ON,
  doubles: [
    {
      card: '10004217',
      entries: [
        { gate: 'North door', at: instant(-300_000), here: true },
        { gate: 'South door', at: instant(-60_000), here: false },
      ],
    },
  ],
}

test.describe.configure({ timeout: 180_000 })
test.use(BROWSER)

test('a door is turned on with the PIN, and shows its code', async ({ open }) => {
  const { page, shell } = await open({ replies: { 'doors:state': NO_DOORS } })
  await expect(page.getByRole('button', { name: /^Doors \d/ })).toHaveCount(0)
  await page.keyboard.press('F8')
  const dialog = page.getByRole('dialog', { name: 'Doors' })
  await expect(dialog.getByText(/^Sharing is off/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Show a code' }).click()
  await expect(dialog.getByText(/^The code lets one other kiosk join/)).toBeVisible()
  await shell.set({ 'doors:invite': { ok: false, triesLeft: 4, waitS: 0 } })
  await dialog.getByLabel('PIN', { exact: true }).fill('135790')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Wrong PIN. 4 tries left.')
  await shell.set({ 'doors:invite': { ok: true }, 'doors:state': SHOWING })
  await dialog.getByLabel('PIN', { exact: true }).fill(PIN)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('lusab babad gutih tugad')).toBeVisible()
  await expect(dialog.getByText('192.168.1.20')).toBeVisible()
  await expect(dialog.getByRole('img', { name: 'Code for the next door' })).toBeVisible()
  expect(await shell.calls('doors:invite')).toEqual([['135790'], [PIN]])
})

test('a code that is scanned opens the join, and nothing is checked as a card', async ({
  open,
}) => {
  const { page, shell } = await open({ replies: { 'doors:state': NO_DOORS } })
  await scanByHand(page, CODE)
  const dialog = page.getByRole('dialog', { name: 'Doors' })
  await expect(dialog.getByText('The code of the other door was read')).toBeVisible()
  await dialog.getByLabel('PIN', { exact: true }).fill(PIN)
  await shell.set({ 'doors:state': ON })
  // By the button: an Enter so soon after a scan counts as a second closing key of it, and is swallowed.
  await dialog.getByRole('button', { name: 'Join with a code' }).click()
  await expect(dialog.getByText('South door')).toBeVisible()
  expect(await shell.calls('doors:join')).toEqual([[{ pin: PIN, code: CODE, address: '' }]])
  expect(await shell.calls('kiosk:scan')).toEqual([])
})

test('typed words are kept when they are refused, and each fault says what to do', async ({
  open,
}) => {
  const { page, shell } = await open({ replies: { 'doors:state': NO_DOORS } })
  await page.keyboard.press('F8')
  const dialog = page.getByRole('dialog', { name: 'Doors' })
  await dialog.getByRole('button', { name: 'Join with a code' }).click()
  const pin = dialog.getByLabel('PIN', { exact: true })
  const words = dialog.getByLabel('Words')
  await pin.fill(PIN)
  await page.keyboard.press('Enter')
  await expect(words).toHaveAccessibleDescription(/Scan the code of the other door/)
  expect(await shell.calls('doors:join')).toEqual([])
  await words.fill('lusab babad gutih tugad')
  await dialog.getByLabel('Address').fill('192.168.1.20')
  const t = await wordsOf('en', ['kiosk'])
  for (const fault of ['words', 'unreachable', 'clock', 'name'] as const) {
    await shell.set({ 'doors:join': { pin: { ok: true }, joined: { ok: false, fault } } })
    await pin.fill(PIN)
    await pin.press('Enter')
    await expect(dialog.getByText(t(`kiosk:doors.fault.${fault}`))).toBeVisible()
    await expect(words).toHaveValue('lusab babad gutih tugad')
    await expect(dialog.getByLabel('Address')).toHaveValue('192.168.1.20')
  }
})

test('a lost door is removed with the PIN', async ({ open }) => {
  const lost = {
    door: '0123456789ab',
    name: 'Lost door',
    lastSeenAt: null,
    clockApartS: null,
    ...CALM,
  }
  const known = (state: 'away' | 'removed'): DoorsState => ({
    ...ON,
    doors: [...ON.doors, { ...lost, state }],
  })
  const { page, shell } = await open({ replies: { 'doors:state': known('away') } })
  await page.keyboard.press('F8')
  const dialog = page.getByRole('dialog', { name: 'Doors' })
  // Neither the own door nor one that left.
  await expect(dialog.getByRole('button', { name: /^Remove/ })).toHaveCount(3)
  await dialog.getByRole('button', { name: /^Remove .*Lost door/ }).click()
  await expect(dialog.getByText(/stop talking to .*Lost door/)).toBeVisible()
  await shell.set({ 'doors:state': known('removed') })
  await dialog.getByLabel('PIN', { exact: true }).fill(PIN)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Removed', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Remove/ })).toHaveCount(2)
  expect(await shell.calls('doors:remove')).toEqual([[{ pin: PIN, door: '0123456789ab' }]])
})

test('a removal waits for a second door, and says what to do', async ({ open }) => {
  const row = (removal: DoorsState['doors'][number]['removal']): DoorsState => ({
    ...ON,
    doors: ON.doors.map((door) => (door.door === 'b' ? { ...door, removal } : door)),
  })
  const { page, shell } = await open({
    replies: { 'doors:state': row({ here: false, by: ['North door'] }) },
  })
  await page.keyboard.press('F8')
  const dialog = page.getByRole('dialog', { name: 'Doors' })
  await expect(dialog.getByText(/^Removed at .*North door/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Remove .*South door/ })).toBeVisible()
  await shell.set({ 'doors:state': row({ here: true, by: [] }) }, 'doors:changed')
  await expect(dialog.getByText(/takes effect once a second door removes it/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Remove .*South door/ })).toHaveCount(0)
})

const SPLIT: DoorsState = {
  ...ON,
  fault: 'split',
  doors: ON.doors.map((door) => (door.door === 'b' ? { ...door, warning: 'name' } : door)),
  atTheDoor: [{ door: '0123456789ab', name: 'Fifth door', by: 'South door' }],
}
test('a door that waits is let in with the PIN', async ({ open }) => {
  const { page, shell } = await open({ replies: { 'doors:state': SPLIT } })
  await expect(page.getByText('The doors see different groups')).toBeVisible()
  await page.keyboard.press('F8')
  const dialog = page.getByRole('dialog', { name: 'Doors' })
  await expect(dialog.getByText('1 door is waiting to be let in here')).toBeVisible()
  await expect(dialog.getByText(/under a misleading name/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Let it in' }).click()
  await shell.set({ 'doors:state': ON })
  await dialog.getByLabel('PIN', { exact: true }).fill(PIN)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('1 door is waiting to be let in here')).toHaveCount(0)
  expect(await shell.calls('doors:let-in')).toEqual([[{ pin: PIN, doors: ['0123456789ab'] }]])
})

for (const language of WIDTH_LANGUAGES)
  test(`doors that see different groups, and one that waits, ${language}`, async ({
    open,
  }, info) => {
    const { page } = await open({
      replies: { 'doors:state': SPLIT },
      language,
      theme: language === 'ar' ? 'dark' : 'light',
    })
    const t = await wordsOf(language, ['kiosk'])
    for (const [width, height] of [
      [1280, 800],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.keyboard.press('F8')
      const dialog = page.getByRole('dialog', { name: t('kiosk:doors.title') })
      await expect(dialog.getByText(t('kiosk:doors.warning.name'))).toBeVisible()
      expect(await overflowOf(page)).toBe(0)
      expect(await faultsOf(page)).toEqual([])
      await page.screenshot({ path: info.outputPath(`split-${language}-${width}.png`) })
      await page.keyboard.press('Escape')
    }
  })

test('a double entry is told until staff have seen it', async ({ open }) => {
  const { page, shell } = await open({ replies: { 'doors:state': DOUBLE } })
  await expect(page.getByText('1 card was used at two doors')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Doors 1 of 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Cards used twice' })
  await expect(dialog.getByText('10004217')).toBeVisible()
  await expect(dialog.getByText(/North door.*\(here\).*first entry/)).toBeVisible()
  await shell.set({ 'doors:state': ON })
  await dialog.getByRole('button', { name: 'Seen, do not show again' }).click()
  await expect(page.getByText('1 card was used at two doors')).toHaveCount(0)
  expect(await shell.calls('doors:told')).toEqual([[['10004217']]])
})

for (const language of WIDTH_LANGUAGES)
  test(`the list, the code and the double entries at a desk and on a small screen, ${language}`, async ({
    open,
  }, info) => {
    const { page, shell } = await open({
      replies: { 'doors:state': SHOWING },
      language,
      theme: language === 'ar' ? 'dark' : 'light',
    })
    const t = await wordsOf(language, ['kiosk'])
    for (const [width, height] of [
      [1280, 800],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.keyboard.press('F8')
      const dialog = page.getByRole('dialog', { name: t('kiosk:doors.title') })
      await expect(dialog.getByText('South door')).toBeVisible()
      expect(await overflowOf(page)).toBe(0)
      expect(await faultsOf(page)).toEqual([])
      await page.screenshot({ path: info.outputPath(`doors-${language}-${width}.png`) })
      await page.keyboard.press('Escape')
      await shell.set({ 'doors:state': DOUBLE }, 'doors:changed')
      await page.getByRole('button', { name: t('kiosk:doors.doubles.show'), exact: true }).click()
      await expect(page.getByText('10004217')).toBeVisible()
      expect(await overflowOf(page)).toBe(0)
      expect(await faultsOf(page)).toEqual([])
      await page.screenshot({ path: info.outputPath(`doubles-${language}-${width}.png`) })
      await page.keyboard.press('Escape')
      await shell.set({ 'doors:state': SHOWING }, 'doors:changed')
      await expect(page.getByText('10004217')).toHaveCount(0)
    }
  })
