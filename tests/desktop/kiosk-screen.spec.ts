/** The pages of the kiosk with a scripted desktop bridge: what they show for each reply of main, and what they send. */
import { expect, type Page } from '@playwright/test'
import type { ScanResult } from '#shared/contract/desktop/ipc-desktop.ts'
import { LANGUAGES, textDirection } from '#shared/domain/text/languages.ts'
import {
  calmReplies,
  kioskState,
  type Replies,
  scanAnswer,
  scanByHand,
} from '#tests/support/fake-bridge.ts'
import { EVERY_LOOK, faultsOf, overflowOf, WIDTH_LANGUAGES, wordsOf } from '../e2e/reading.ts'
import { scanByHand as typeAsScanner } from './at-the-door.ts'
import { type ApiReply, BROWSER, type KioskPage, test as base } from './kiosk-page.ts'

const test = base.extend({ apiReply: async ({}, use) => use(apiReply) })
// Shows every result at several sizes in one test, which takes long on a busy machine without a fault of the product.
test.describe.configure({ timeout: 300_000 })
test.use(BROWSER)

const HOUR_MS = 3_600_000
const at = (offsetMs: number): string => new Date(Date.now() + offsetMs).toISOString()
const words = (title: string) => ({
  title,
  description: 'About it',
  fullContent: '',
  location: 'Paris',
  goals: [],
  imageAlt: '',
})
const event = (id: string, title: string, startsAt: string, endsAt: string) => ({
  id,
  content: { en: words(title), ar: words(title), fr: words(title) },
  startsAt,
  endsAt,
  status: 'upcoming',
  image: null,
  organizer: '',
  capacity: null,
  registeredCount: 0,
  price: null,
  contactPerson: '',
  contactEmail: '',
  contactPhone: '',
  version: 1,
  borrowed: [],
})
const FACE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="600"><rect width="480" height="600" fill="#889"/></svg>'

function apiReply(path: string): ApiReply {
  const json = (value: unknown) => ({
    contentType: 'application/json',
    body: JSON.stringify(value),
  })
  if (path === '/api/face') return { contentType: 'image/svg+xml', body: FACE }
  if (path === '/api/event/get/all')
    return json([
      event('later', 'Language class', at(90 * HOUR_MS), at(92 * HOUR_MS)),
      event('now', 'General assembly', at(-HOUR_MS), at(5 * HOUR_MS)),
    ])
  if (path === '/api/card/me')
    return json({
      payload: 'x',
      cardId: 'WLD_10000001',
      firstName: 'Someone',
      name: 'Someone',
      dob: '1990-01-01',
      birthPlace: '',
      nationalities: ['SD'],
      currentCountry: 'FR',
      profession: '',
      sex: 'f',
      role: { id: 'ROLE_MODERATOR' },
      photoUrl: null,
      memberSince: at(-HOUR_MS),
      issuedAt: at(-HOUR_MS),
      expiresAt: at(HOUR_MS),
    })
  return { status: 404, ...json({}) }
}

const STAFF: Replies = {
  'session:state': { signedIn: true, keptIn: 'keychain' },
  'kiosk:state': kioskState({ mode: 'off', deviceName: null, event: null }),
}
const nobody = { name: null, dob: null, cardId: null, photoUrl: null } as const
/** Four parts and sixty letters, as people here are called. */
const LONG_NAMES = {
  latin: 'Abdelrahman Mohammedelhassan Abdelmajid Osman Elsheikh Idris',
  arabic: 'عبد الرحمن محمد الحسن عبد المجيد عثمان الشيخ إدريس عبد الكريم',
} as const
const none = { kind: 'none' } as const
const before = (here: boolean, agoMs: number) =>
  ({ kind: 'before', at: at(-agoMs), gate: 'East door', here }) as const
/** Every look, and every text that a result may have: the word, then what main replies. */
const ANSWERS: readonly (readonly [word: string, answer: () => Partial<ScanResult>])[] = [
  ['VALID', () => ({})],
  ['VALID', () => ({ name: LONG_NAMES.latin })],
  ['VALID', () => ({ name: LONG_NAMES.arabic })],
  ['VALID', () => ({ name: LONG_NAMES.latin, photoUrl: null, source: 'offline', listAgeS: 9_000 })],
  ['VALID', () => ({ name: LONG_NAMES.latin, reason: 'by-id' })],
  ['look', () => ({ name: LONG_NAMES.latin, reason: 'details-changed' })],
  ['noPhoto', () => ({ name: LONG_NAMES.arabic, photoUrl: null })],
  ['just', () => ({ name: LONG_NAMES.latin, checkIn: before(true, 5_000) })],
  ['again', () => ({ name: LONG_NAMES.latin, checkIn: before(false, 600_000) })],
  [
    'EXPIRED',
    () => ({ verdict: 'EXPIRED', reason: 'expired', name: LONG_NAMES.latin, checkIn: none }),
  ],
  [
    'STALE',
    () => ({
      verdict: 'STALE',
      reason: 'status-list-too-old',
      name: LONG_NAMES.latin,
      checkIn: none,
      photoUrl: null,
      source: 'offline',
      listAgeS: 200_000,
    }),
  ],
  [
    'UNSIGNED',
    () => ({ verdict: 'UNSIGNED', reason: 'signed-card-exists', checkIn: none, ...nobody }),
  ],
  [
    'UNKNOWN',
    () => ({ verdict: 'UNKNOWN', reason: 'wrong-field-count', checkIn: none, ...nobody }),
  ],
  ['FORGED', () => ({ verdict: 'FORGED', reason: 'details-mismatch', checkIn: none, ...nobody })],
  [
    'REVOKED',
    () => ({
      verdict: 'REVOKED',
      reason: 'member-suspended',
      name: LONG_NAMES.latin,
      checkIn: none,
    }),
  ],
  [
    'notSaved',
    () => ({ name: LONG_NAMES.latin, checkIn: { kind: 'not-saved', fault: 'disk-full' } }),
  ],
  [
    'notSaved',
    () => ({
      name: LONG_NAMES.arabic,
      photoUrl: null,
      checkIn: { kind: 'not-saved', fault: 'token' },
    }),
  ],
]
const result = (page: Page) => page.locator('[data-word]')
async function scan(
  { page, shell }: KioskPage,
  answer: Partial<ScanResult>,
  text = '10004217|Amna Idris|1990-01-01',
): Promise<void> {
  await shell.set({ 'kiosk:scan': scanAnswer(answer) })
  await scanByHand(page, text)
}
async function dismiss(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(result(page)).toHaveCount(0)
}

interface Layout {
  /** Torn words, parts outside the window, and parts that lie over each other. */
  readonly faults: readonly string[]
  /** Where the parts are that must not move from card to card. */
  readonly places: Readonly<Record<string, readonly number[]>>
}

/** A theme changes colours, not places, so the nightly run alone measures both. */
const THEMES = EVERY_LOOK ? (['light', 'dark'] as const) : (['light'] as const)

/** Measures the result that is shown. */
const layoutOf = (page: Page): Promise<Layout> =>
  page.evaluate(async (themes) => {
    // The stage follows the window in the frame after.
    for (let frame = 0; frame < 2; frame++)
      await new Promise((resolve) => void requestAnimationFrame(resolve)) // oxlint-disable-line no-await-in-loop -- one frame after the other
    const faults: string[] = []
    const places: Record<string, readonly number[]> = {}
    const stage = document.querySelector('main')?.getBoundingClientRect() ?? new DOMRect()
    const isIn = ({ left, right, top, bottom }: DOMRect): boolean =>
      left >= -1 && right <= innerWidth + 1 && top >= -1 && bottom <= innerHeight + 1
    const meet = (one: DOMRect, other: DOMRect): boolean =>
      one.left < other.right - 1 &&
      one.right > other.left + 1 &&
      one.top < other.bottom - 1 &&
      one.bottom > other.top + 1
    const place = (name: string, { left, top, width, height }: DOMRect): void => {
      places[name] = [left, top, width, height]
    }
    /** The boxes of the parts of a text between blanks. */
    function partsOf(element: Element): readonly (readonly [string, readonly DOMRect[]])[] {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const parts: (readonly [string, readonly DOMRect[]])[] = []
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
        for (const { 0: part, index } of (node.nodeValue ?? '').matchAll(/[^ ]+/g)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + part.length)
          parts.push([part, [...range.getClientRects()]])
        }
      return parts
    }
    const hasLines = (rects: readonly DOMRect[]): boolean =>
      rects.some(({ top }) => Math.abs(top - (rects[0]?.top ?? 0)) > 4)

    function measure(theme: string): void {
      const fault = (text: string): void => void faults.push(`${theme}: ${text}`)
      const word = document.querySelector('[data-word]')
      const bar = document.querySelector('.result-bar')?.getBoundingClientRect()
      const camera = document.querySelector('.kiosk-camera-small')?.getBoundingClientRect()
      const face = document.querySelector('.result-face')
      const body = document.querySelector('.result-body')?.getBoundingClientRect()
      if (word === null || bar === undefined || camera === undefined || body === undefined) {
        fault('no result')
        return
      }
      const letters = document.createRange()
      letters.selectNodeContents(word)
      const pen = document.createElement('canvas').getContext('2d')
      if (pen !== null) pen.font = getComputedStyle(word).font
      const box = letters.getBoundingClientRect()
      if (letters.getClientRects().length !== 1) fault('word torn')
      if (!isIn(box) || box.left < stage.left || box.right > stage.right) fault('word cut')
      // Letters of Arabic reach far below the line, where the box of a text says nothing of them.
      const ink = pen?.measureText(word.textContent)
      const baseline = box.top + (ink?.fontBoundingBoxAscent ?? Number.NaN)
      if (!(baseline + (ink?.actualBoundingBoxDescent ?? 0) <= body.top + 1))
        fault('word over what is below it')
      if (Number.parseFloat(getComputedStyle(word).fontSize) < 0.07 * innerWidth)
        fault('word too small')
      if (!isIn(bar)) fault('bar cut')
      if (Math.abs(bar.width - stage.width) > 1) fault('bar not over the whole width')
      if (innerWidth >= 1024 && bar.height < 96) fault('bar too low')
      if (!isIn(camera) || camera.top < bar.top) fault('camera outside the bar')
      const label = partsOf(document.querySelector('.result-bar') ?? document.body)
      if (label.some(([, rects]) => rects.some((rect) => meet(rect, camera) || !isIn(rect))))
        fault('label of the bar covered')
      place('bar', bar)
      place('camera', camera)
      if (face !== null) {
        const rect = face.getBoundingClientRect()
        if (!isIn(rect) || rect.bottom > body.bottom) fault('face cut')
        place('face', rect)
        for (const across of [0.1, 0.5, 0.9])
          for (const down of [0.1, 0.5, 0.9]) {
            const top = document.elementFromPoint(
              rect.left + across * rect.width,
              rect.top + down * rect.height,
            )
            if (top === null || !face.contains(top)) fault('face covered')
          }
      }
      const texts = [...document.querySelectorAll('.result-body p:not(.result-face)')]
      for (const text of texts)
        for (const [part, rects] of partsOf(text)) {
          if (hasLines(rects)) fault(`"${part}" torn`)
          for (const rect of rects) {
            if (rect.left < body.left - 1 || rect.right > body.right + 1) fault(`"${part}" cut`)
            // The box of a text is taller than its letters.
            const airPx = 0.2 * rect.height
            if (rect.top + airPx < body.top || rect.bottom - airPx > body.bottom)
              fault(`"${part}" cut`)
            if (face !== null && meet(rect, face.getBoundingClientRect()))
              fault(`"${part}" over the face`)
          }
        }
      if (document.documentElement.scrollWidth > innerWidth) fault('page scrolls sideways')
    }
    const root = document.documentElement
    const own = root.dataset['theme']
    for (const theme of themes) {
      root.dataset['theme'] = theme
      measure(theme)
    }
    root.dataset['theme'] = own
    return { faults, places }
  }, THEMES)

const SIZES = [
  [1024, 600],
  [1024, 768],
  [1280, 800],
  [1366, 768],
  [1920, 1080],
  [800, 1280],
  [360, 640],
  [360, 740],
] as const

for (const language of LANGUAGES)
  for (const [width, height] of SIZES)
    test(`each result holds at ${width}x${height}: nothing torn, cut, covered or moved, ${language}`, async ({
      open,
      page,
    }) => {
      await page.setViewportSize({ width, height })
      const opened = await open({ language })
      const t = await wordsOf(language, ['verification'])
      const placed = new Map<string, readonly number[]>()
      for (const [word, answer] of ANSWERS) {
        await scan(opened, answer())
        await expect(result(page)).toHaveText(t(`verification:word.${word}`))
        // The small picture is hidden until the camera delivers, which may be after the first card.
        await expect(page.locator('.kiosk-camera-small')).toBeVisible()
        const { faults, places } = await layoutOf(page)
        expect.soft(faults, word).toEqual([])
        for (const [part, place] of Object.entries(places)) {
          const first = placed.get(part) ?? place
          const movedPx = Math.max(...place.map((px, side) => Math.abs(px - (first[side] ?? 0))))
          expect.soft(movedPx, `${word}: ${part}`).toBeLessThanOrEqual(2)
          placed.set(part, first)
        }
        await dismiss(page)
      }
    })

test('a stop says that another card was read, and is followed by a neutral screen before that card is checked', async ({
  open,
}) => {
  const opened = await open()
  const { page } = opened
  // What the screen shows, in order, without the repeated, however long; scans.test.ts has the two seconds.
  await page.evaluate((another) => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const look = (): void => {
      const shown = document.querySelector('main section')
      const tone = shown?.querySelector('[data-word]')?.closest('[data-tone]')
      const text = shown?.textContent ?? ''
      const now = tone?.getAttribute('data-tone') ?? text
      const asked = window.scripted.calls.filter(([channel]) => channel === 'kiosk:scan').length
      const line = `${asked} ${now}${text.includes(another) ? ', another' : ''}`
      if (seen.at(-1) !== line) seen.push(line)
    }
    new MutationObserver(look).observe(document.body, {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    })
  }, 'Another card was read. It will be checked next.')
  await scan(opened, { verdict: 'FORGED', reason: 'bad-signature', ...nobody })
  await expect(result(page)).toHaveText('FORGED')
  await scan(opened, {}, '10009999|Another|1980-01-01')
  await expect(result(page)).toHaveText('VALID')
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen) // set above
  const [first, ...rest] = seen.slice(seen.indexOf('1 stop'))
  expect(first).toBe('1 stop')
  expect(rest.filter((line) => /stop|Next card|good/.test(line))).toEqual([
    '1 stop, another',
    '1 Next card',
    '2 good',
  ])
})

test('a check-in that was not saved waits for a person: Enter of a scanner is none', async ({
  open,
}) => {
  const opened = await open()
  const { page, shell } = opened
  await scan(opened, { checkIn: { kind: 'not-saved', fault: 'disk-full' } })
  const bar = page.getByRole('button', { name: 'Done, continue' })
  await expect(bar).toBeFocused()
  await scan(opened, {}, '10009999|Another|1980-01-01')
  await expect(page.getByText(/^Another card was read. It was not checked/)).toBeVisible()
  await typeAsScanner(page, 'abc')
  await expect(result(page)).toHaveText('NOT SAVED')
  expect(await shell.calls('kiosk:scan')).toHaveLength(1)
  await expect(async () => {
    await page.keyboard.press('Enter')
    await expect(result(page)).toHaveCount(0, { timeout: 200 })
  }).toPass()
  expect(await shell.calls('kiosk:scan')).toHaveLength(1)
})

test('a result shows the person, the check-in, the instruction and the source', async ({
  open,
}) => {
  const opened = await open()
  const { page, shell } = opened
  const shown = page.getByRole('region', { name: 'Result of the scan' })
  await scan(opened, { photoUrl: '/api/face' })
  await expect(shown.getByText('Amna Idris')).toBeVisible()
  await expect(shown.getByRole('img', { name: 'Photo of Amna Idris' })).toBeVisible()
  await expect(shown.getByText(/^Checked in \d\d:\d\d$/)).toBeVisible()
  await expect(shown.getByText('May go in')).toBeVisible()
  expect(await shell.calls('kiosk:scan')).toEqual([[{ payload: '10004217|Amna Idris|1990-01-01' }]])

  await scan(opened, {
    checkIn: { kind: 'before', at: at(-600_000), gate: 'East door', here: false },
  })
  await expect(shown.getByText(/^Already checked in at \d\d:\d\d, .East door.$/)).toBeVisible()
  await scan(opened, { checkIn: { kind: 'not-saved', fault: 'disk-full' } })
  await expect(shown.getByText('Not saved: the disk is full')).toBeVisible()
  await expect(shown.getByRole('button', { name: 'Done, continue' })).toBeVisible()
  await dismiss(page)
  await scan(opened, { source: 'offline', photoUrl: null, listAgeS: 3 * 3_600 })
  await expect(shown.getByText('May go in with an identity document')).toBeVisible()
  await expect(shown.getByText('Offline, list 3 hours old')).toBeVisible()
  await expect(shown.getByText('Offline, no photo.')).toBeVisible()
  await scan(opened, { photoUrl: null })
  await expect(result(page)).toHaveText('NO PHOTO')
  await scan(opened, { checkIn: before(true, 5_000) })
  await expect(result(page)).toHaveText('JUST ADMITTED')
  await expect(shown.getByText(/^Admitted \d+ seconds ago$/)).toBeVisible()
  await scan(opened, { verdict: 'FORGED', reason: 'bad-signature' })
  await expect(shown.getByText(/Amna|Idris/)).toHaveCount(0)
})

for (const language of WIDTH_LANGUAGES)
  test(`the voices of an assembly come with the reply of the server, ${language}`, async ({
    open,
  }, info) => {
    const opened = await open({ language })
    const { page, shell } = opened
    const t = await wordsOf(language, ['kiosk', 'verification'])
    const shown = page.getByRole('region', { name: t('kiosk:screen.result') })
    const cards = shown.getByText(t('verification:checkIn.voices', { count: 3 }))
    const out = shown.getByText(t('verification:checkIn.voiceOut'))
    const answer = {
      photoUrl: '/api/face',
      checkIn: { kind: 'recorded', id: 'a', at: at(0) },
    } as const
    const sent = {
      waiting: 0,
      sent: 1,
      conflicts: 0,
      refused: 0,
      keptIn: 'keychain',
      lastSentAt: at(0),
      problem: 'none',
    } as const
    for (const [width, height] of [
      [1280, 800],
      [1024, 600],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height })
      await shell.set({ 'queue:state': { ...sent, voices: [] } }, 'queue:changed')
      await scan(opened, answer)
      await expect(shown.getByText(t('verification:instruction.VALID'))).toBeVisible()
      await expect(cards).toHaveCount(0)
      await shell.set(
        {
          'queue:state': { ...sent, voices: [{ checkInId: 'a', count: 3, handedOut: true }] },
        },
        'queue:changed',
      )
      await expect(cards).toBeVisible()
      await expect(out).toBeVisible()
      await expect(page.locator('[aria-live=assertive]')).toContainText(
        t('verification:checkIn.voices', { count: 3 }),
      )
      await expect(out).toBeInViewport({ ratio: 1 })
      await expect(page.locator('.kiosk-camera-small')).toBeVisible()
      expect((await layoutOf(page)).faults, `${width}×${height}`).toEqual([])
      await page.screenshot({ path: info.outputPath(`voices-${width}.png`) })
      await page.keyboard.press('Escape')
      await expect(result(page)).toHaveCount(0)
      // The next person may be on the screen before the server replies: the list keeps the count.
      const list = page.getByRole('region', { name: t('kiosk:panel.label') })
      await expect(
        list.getByText(t('verification:checkIn.voices', { count: 3 })).first(),
      ).toBeVisible()
      await page.screenshot({ path: info.outputPath(`list-${width}.png`) })
    }
  })

test('an Arabic name on an English screen is marked as Arabic and right-to-left', async ({
  open,
}) => {
  const opened = await open()
  await scan(opened, { name: 'آمنة إدريس' })
  const name = opened.page.locator('[lang="ar"][dir="rtl"]', { hasText: 'آمنة إدريس' }).first()
  await expect(name).toBeVisible()
  expect(await name.evaluate((element) => getComputedStyle(element).letterSpacing)).toBe('normal')
})

test('a Latin name on an Arabic screen is left-to-right and not marked as Arabic', async ({
  open,
}) => {
  const opened = await open({ language: 'ar' })
  await scan(opened, {})
  await expect(
    opened.page.locator('.result-name > bdi[lang=""][dir="ltr"]', { hasText: 'Amna Idris' }),
  ).toBeVisible()
})

test('the next card clears the earlier result while main has not replied yet', async ({ open }) => {
  const opened = await open()
  const { page } = opened
  await scan(opened, {})
  await expect(result(page)).toHaveText('VALID')
  await page.evaluate(() => {
    const { wld } = window
    const answers = wld.invoke
    // Never replies to a scan; all other channels reply.
    Object.assign(wld, {
      invoke: (channel: string, ...input: unknown[]) =>
        channel === 'kiosk:scan'
          ? new Promise(() => undefined)
          : Reflect.apply(answers, wld, [channel, ...input]),
    })
  })
  await scanByHand(page, '10009999|Another|1980-01-01')
  await expect(page.getByText('Checking…')).toBeVisible()
  await expect(result(page)).toHaveCount(0)
  await expect(
    page.getByRole('region', { name: 'Result of the scan' }).getByText('Amna Idris'),
  ).toHaveCount(0)
})

test('a refusal of main is shown as "not checked", not as a verdict', async ({ open }) => {
  const { page, shell } = await open()
  await shell.set({ 'kiosk:scan': { error: 'gone' } })
  await scanByHand(page, '10004217|Amna Idris|1990-01-01')
  await expect(result(page)).toHaveText('NOT CHECKED')
})

test('a result is announced to a screen reader once, at once', async ({ open }) => {
  const opened = await open()
  const said = opened.page.locator('[aria-live="assertive"]')
  await expect(said).toHaveText('')
  await scan(opened, {})
  await expect(said).toHaveText(/^VALID\. Amna Idris\. Checked in \d\d:\d\d\. May go in$/)
  await opened.page.keyboard.press('Escape')
  await expect(said).toHaveText('')
})

test('other pages lead back to the kiosk, and it has no links and no footer of the site', async ({
  open,
  renderer,
}) => {
  const { page } = await open()
  for (const path of [
    '/',
    '/login',
    '/moderator/dashboard/users',
    '/kiosk/start',
    '/kiosk/queue',
    '/no-such-page',
  ]) {
    await page.goto(`${renderer.url}${path}`)
    await expect(page).toHaveURL(`${renderer.url}/kiosk`)
  }
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await expect(page.getByRole('link')).toHaveCount(0)
})

test('the keyboard alone works for number, queue, settings, lock and exit', async ({ open }) => {
  const { page, shell } = await open({ replies: QUEUE })
  await page.keyboard.press('F2')
  await expect(page.getByLabel('Card number')).toBeFocused()
  // From now on no script is fetched: a text that comes late blanks the whole door until it is there.
  const late: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) late.push(request.url())
  })
  await page.keyboard.type('10004217', { delay: 80 })
  await page.keyboard.press('Enter')
  await expect(result(page)).toHaveText('VALID')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await shell.calls('kiosk:scan')).toEqual([[{ cardId: '10004217' }]])
  await page.keyboard.press('Escape')

  await page.keyboard.press('F6')
  await expect(page.getByRole('button', { name: 'Sound' })).toHaveAttribute('aria-pressed', 'false')
  expect(await shell.calls('settings:change')).toEqual([[{ kioskScreen: { sound: false } }]])

  await page.keyboard.press('F7')
  await page.getByRole('switch', { name: 'High contrast' }).press('Space')
  await expect(page.locator('html')).toHaveAttribute('data-contrast', 'high')
  await page.keyboard.press('Escape')
  await page.keyboard.press('F4')
  await expect(page.getByRole('dialog', { name: 'Check-ins on this computer' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('F9')
  expect(await shell.calls('kiosk:lock')).toHaveLength(1)
  expect(late).toEqual([])
})

test('a scan closes the dialog over the scanner', async ({ open }) => {
  const opened = await open()
  await opened.page.keyboard.press('F10')
  await expect(opened.page.getByRole('dialog', { name: 'Exit the kiosk' })).toBeVisible()
  await scan(opened, {})
  await expect(opened.page.getByRole('dialog')).toHaveCount(0)
  await expect(result(opened.page)).toHaveText('VALID')
})

test('on a phone each button of the kiosk shows its name', async ({ open }) => {
  const { page } = await open({ language: 'fr' })
  await page.setViewportSize({ width: 360, height: 740 })
  const buttons = page.getByRole('navigation').getByRole('button')
  await expect(buttons).toHaveCount(7)
  for (const button of await buttons.all()) {
    const name = button.locator('span')
    expect((await name.boundingBox())?.width).toBeGreaterThan(16)
    await expect(name).toBeInViewport({ ratio: 1 })
  }
})

test('the buttons are at the chosen side, in both writing directions', async ({ open }) => {
  const { page, shell } = await open()
  const middle = (): Promise<number> =>
    page
      .locator('nav')
      .evaluate((rail) => rail.getBoundingClientRect().x + rail.getBoundingClientRect().width / 2)
  expect(await middle()).toBeGreaterThan(640)
  await page.keyboard.press('F7')
  await page.getByText('left hand').click()
  expect(await shell.calls('settings:change')).toEqual([[{ kioskScreen: { hand: 'left' } }]])
  await expect.poll(middle).toBeLessThan(640)
  await page.getByLabel('Language').selectOption('ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect.poll(middle).toBeLessThan(640)
})

test('the locked screen shows no person and ignores scans; a wrong PIN shows the tries and the wait', async ({
  open,
}) => {
  const opened = await open()
  const { page, shell } = opened
  await scan(opened, {})
  await expect(result(page)).toBeVisible()
  await shell.set({ 'kiosk:state': kioskState({ mode: 'locked' }) }, 'kiosk:changed')
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible()
  expect(await page.locator('body').innerText()).not.toMatch(/Amna|Idris|4217/)
  await expect(page.locator('video')).toHaveCount(0)
  await scanByHand(page, '10004217|Amna Idris|1990-01-01')
  expect(await shell.calls('kiosk:scan')).toHaveLength(1)

  const pin = page.getByLabel('PIN', { exact: true })
  await expect(pin).toBeFocused()
  await pin.fill('123')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('The PIN has 6 to 12 digits.')
  expect(await shell.calls('kiosk:unlock')).toEqual([])
  await pin.fill('١٣٥٧٩٠')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Wrong PIN. 4 tries left.')
  await expect(pin).toHaveValue('')
  expect(await shell.calls('kiosk:unlock')).toEqual([['135790']])

  await shell.set({ 'kiosk:unlock': { ok: false, triesLeft: 0, waitS: 45 } })
  for (const digit of '246801') await page.getByRole('button', { name: digit, exact: true }).click()
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByText(/^Next try in 0:\d\d$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unlock' })).toBeDisabled()
})

test('unlocking continues with the scanner, and the list of scans shows no names', async ({
  open,
}) => {
  const opened = await open()
  const { page, shell } = opened
  await scan(opened, {})
  await expect(result(page)).toHaveText('VALID')
  await dismiss(page)
  await expect(page.getByRole('list').getByText('Amna Idris')).toBeVisible()
  await shell.set(
    { 'kiosk:state': kioskState({ mode: 'locked' }), 'kiosk:unlock': { ok: true } },
    'kiosk:changed',
  )
  await page.getByLabel('PIN', { exact: true }).fill('246801')
  await shell.set({ 'kiosk:state': kioskState() })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Recent scans' })).toBeVisible()
  await expect(page.getByText('…4217')).toBeVisible()
  await expect(page.getByText('Amna Idris')).toHaveCount(0)
})

test('exit shows the waiting check-ins and ends the kiosk with the PIN', async ({ open }) => {
  const { page, shell } = await open()
  await shell.set(
    {
      'queue:state': {
        waiting: 12,
        sent: 3,
        conflicts: 0,
        refused: 0,
        keptIn: 'keychain',
        lastSentAt: null,
        voices: [],
        problem: 'offline',
      },
      'kiosk:end': { ok: true },
    },
    'queue:changed',
  )
  await expect(page.getByRole('button', { name: '12 waiting' })).toBeVisible()
  await page.getByRole('button', { name: 'Exit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Exit the kiosk' })
  await expect(dialog.getByText('12 check-ins are still waiting for the server')).toBeVisible()
  await expect(dialog.getByText(/^They stay on this computer, encrypted/)).toBeVisible()
  await dialog.getByLabel('PIN', { exact: true }).fill('246801')
  await shell.set({ 'kiosk:state': kioskState({ mode: 'off', event: null }) })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  expect(await shell.calls('kiosk:end')).toEqual([['246801']])
})

test('one notice at a time: list too old, wrong clock; an ended token or a full disk stands alone', async ({
  open,
}) => {
  const { page, shell } = await open()
  await expect(page.getByText('Online')).toBeVisible()
  const offline = {
    listIssuedAt: at(-90 * HOUR_MS),
    listAgeS: 324_000,
    maxAgeS: 86_400,
    cards: 12_000,
    hasKeys: true,
    tooOld: true,
    lastTryAt: null,
    clockOffS: -900,
    clockWrong: true,
  }
  await shell.set(
    { 'kiosk:state': kioskState({ connection: 'offline', checkedIn: null }) },
    'kiosk:changed',
  )
  await shell.set({ 'offline:state': offline }, 'offline:changed')
  await expect(page.getByText(/^Offline since \d\d:\d\d$/)).toBeVisible()
  await expect(page.getByText(/places taken/)).toHaveCount(0)
  await expect(page.getByText(/status list is too old/)).toBeVisible()
  await expect(page.getByText(/wrong by 15 minutes/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Next notice (1 of 2)' }).click()
  await expect(page.getByText(/wrong by 15 minutes/)).toBeVisible()
  await expect(page.getByText(/status list is too old/)).toHaveCount(0)

  await shell.set(
    { 'kiosk:state': kioskState({ connection: 'offline', token: 'revoked', checkedIn: null }) },
    'kiosk:changed',
  )
  await expect(page.getByText('Stop admitting')).toBeVisible()
  await expect(page.getByText(/revoked in the dashboard/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Next notice/ })).toHaveCount(0)
  await shell.set(
    {
      'queue:state': {
        waiting: 1,
        sent: 3,
        conflicts: 0,
        refused: 0,
        keptIn: 'keychain',
        lastSentAt: null,
        voices: [],
        problem: 'disk-full',
      },
    },
    'queue:changed',
  )
  await expect(page.getByText(/^The disk is full: no check-in can be saved/)).toBeVisible()
  await expect(page.getByText(/revoked in the dashboard/)).toHaveCount(0)
})

test('clicks and keys delay the lock, and are reported at most every ten seconds', async ({
  open,
}) => {
  const { page, shell } = await open()
  for (let press = 0; press < 5; press++) await page.keyboard.press('Shift')
  await page.mouse.click(400, 400)
  expect(await shell.calls('kiosk:touched')).toHaveLength(1)
})

const QUEUE: Replies = {
  'queue:state': {
    waiting: 60,
    sent: 3,
    conflicts: 1,
    refused: 1,
    keptIn: 'memory',
    lastSentAt: at(-60_000),
    voices: [],
    problem: 'not-signed-in',
  },
  'queue:items': {
    total: 65,
    items: (['waiting', 'recorded', 'second', 'unknown-member', 'refused'] as const).map(
      (state, number) => ({
        id: String(number),
        sequence: 65 - number,
        eventId: 'general-assembly',
        cardId: `WLD_1000421${number}`,
        gate: 'North door',
        at: at(-number * 60_000),
        state,
        first: state === 'second' ? { at: at(-600_000), gate: 'East door' } : null,
      }),
    ),
  },
}

test('the queue page of staff shows state, remedy and conflicts, filters and pages, and sends and exports', async ({
  open,
}) => {
  const { page, shell } = await open({ replies: { ...STAFF, ...QUEUE }, path: '/kiosk/queue' })
  await expect(page.getByText('Nobody is signed in')).toBeVisible()
  await expect(page.getByText('These check-ins are kept in memory only')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(6)
  await expect(page.getByText(/^Same card at .East door., /)).toBeVisible()
  await page.getByRole('button', { name: 'Waiting (60)' }).click()
  await page
    .getByRole('navigation', { name: 'Check-ins on this computer' })
    .getByRole('button', { name: /2/ })
    .click()
  await expect.poll(() => shell.calls('queue:items')).toContainEqual([{ page: 2, only: 'waiting' }])
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('Everything is sent')).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
})

test('the set-up selects the event of today, shows checks and faults, keeps the input, and sends the values', async ({
  open,
}) => {
  const { page, shell } = await open({ replies: STAFF, path: '/kiosk/start' })
  await expect(page.getByRole('radio', { name: /General assembly/ })).toBeChecked()
  await expect(page.getByText('A camera is connected.')).toBeVisible()
  await expect(page.getByText(/^From now until /)).toBeVisible()
  const name = page.getByLabel(/^Name of this computer/)
  await expect(name).toHaveValue(/^Door \d\d$/)
  await name.fill('')
  await page.getByRole('button', { name: 'Start the kiosk' }).click()
  await expect(name).toBeFocused()
  await expect(page.getByText('Give this computer a name.')).toBeVisible()
  await name.fill('North door')
  // Shown digits are asked for once, hidden ones twice.
  const [pin, again] = [page.locator('[name="pin"]'), page.locator('[name="pinAgain"]')]
  await pin.fill('246801')
  await expect(pin).toHaveAttribute('type', 'text')
  await expect(again).toBeHidden()
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(pin).toHaveAttribute('type', 'password')
  await again.fill('246802')
  await page.getByRole('button', { name: 'Start the kiosk' }).click()
  await expect(page.getByText('The two PINs do not match.')).toBeVisible()
  expect(await shell.calls('kiosk:begin')).toEqual([])

  await shell.set({ 'kiosk:begin': { ok: false, fault: 'offline' } })
  await again.fill('246801')
  await page.getByRole('button', { name: 'Start the kiosk' }).click()
  await expect(page.getByRole('alert').getByText('The server cannot be reached')).toBeVisible()
  await expect(name).toHaveValue('North door')
  await expect(again).toHaveValue('246801')

  await shell.set({ 'kiosk:begin': { ok: true }, 'kiosk:state': kioskState() })
  await page.getByRole('button', { name: 'Start the kiosk' }).click()
  await expect(page.getByRole('heading', { name: 'Recent scans' })).toBeVisible()
  expect((await shell.calls('kiosk:begin')).at(-1)).toEqual([
    { eventId: 'now', hours: 8, deviceName: 'North door', pin: '246801', lockAfterMin: 5 },
  ])
  expect(
    await page.evaluate(() => JSON.stringify([Object.entries(localStorage), location.href])),
  ).not.toContain('246801')
})

test('an app that was started for the kiosk leads over the sign-in to the set-up', async ({
  open,
}) => {
  const { page } = await open({
    replies: { 'kiosk:state': kioskState({ mode: 'off', wanted: true, event: null }) },
  })
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByLabel('Email address')).toBeVisible()
})

test('the verification page of the app links to the kiosk and to its queue', async ({ open }) => {
  const { page } = await open({ replies: STAFF, path: '/moderator/dashboard/verification' })
  await expect(page.getByRole('link', { name: 'Start kiosk' })).toHaveAttribute(
    'href',
    '/kiosk/start',
  )
  await expect(page.getByRole('link', { name: 'Check-ins here' })).toHaveAttribute(
    'href',
    '/kiosk/queue',
  )
})

for (const [language, theme, contrast] of [
  ['en', 'light', false],
  ['ar', 'dark', false],
  ['ar', 'light', true],
] as const) {
  test(`axe finds nothing: ${language}, ${theme}${contrast ? ', high contrast' : ''}`, async ({
    open,
  }) => {
    const settings = calmReplies()['settings:get']
    if (settings === undefined || 'error' in settings) throw new Error('No settings')
    const opened = await open({
      language,
      theme,
      replies: {
        ...QUEUE,
        'settings:get': {
          ...settings,
          kioskScreen: { ...settings.kioskScreen, highContrast: contrast },
        },
      },
    })
    const { page, shell } = opened
    await expect(page.locator('html')).toHaveAttribute('dir', textDirection(language))
    await page.locator('video').waitFor()
    for (const [width, height] of [
      [1024, 600],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height })
      expect(await faultsOf(page), `scanner ${width}`).toEqual([])
      for (const [word, answer] of ANSWERS) {
        await scan(opened, answer())
        await expect(result(page)).toBeVisible()
        expect(await faultsOf(page), `${word} ${width}`).toEqual([])
        await dismiss(page)
      }
      for (const key of ['F2', 'F4', 'F7', 'F8', 'F10']) {
        await page.keyboard.press(key)
        await page.getByRole('dialog').waitFor()
        expect(await faultsOf(page), `${key} ${width}`).toEqual([])
        expect(await overflowOf(page), `${key} ${width}`).toBe(0)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
    }
    await shell.set({ 'kiosk:state': kioskState({ mode: 'locked' }) }, 'kiosk:changed')
    await page.locator('input').waitFor()
    expect(await faultsOf(page), 'locked').toEqual([])
    expect(await overflowOf(page), 'locked').toBe(0)
  })
}
