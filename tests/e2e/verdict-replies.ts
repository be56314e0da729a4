/** Every result that a card can have on the verification tab and at the web door, shown one after another on one page. */
import type { Page, Route } from '@playwright/test'
import sharp from 'sharp'
import type { VerifyReply } from '#shared/contract/card.ts'
import type { Language } from '#shared/domain/text/languages.ts'
import { expect } from './fixtures.ts'
import { wordsOf } from './reading.ts'

/** Sixty letters in four parts, as many names of the register are. */
const NAMES = {
  en: 'Abdelrahmanmohammed Hassabelrasoul Mohammedelhassan Wadelreeh',
  fr: 'Abdelrahmanmohammed Hassabelrasoul Mohammedelhassan Wadelreeh',
  ar: 'عبدالرحمنمحمد حسبالرسولالطيب محمدالحسنعبدالله ودالريحالنجوميالأمين',
} as const satisfies Record<Language, string>

interface Shown {
  /** Key of its word in `verification`. */
  readonly word: string
  readonly reply?: Partial<VerifyReply>
  /** The name is in the script that the page is not in. */
  readonly otherScript?: true
  /** No verdict: the server responds with this status. */
  readonly status?: number
  /** Checks the card in on this page first, and reads it again. */
  readonly cameInHere?: true
}

const NOBODY = { name: null, dob: null, cardId: null, role: null, status: null, photoUrl: null }
const anHourAgo = new Date(Date.now() - 3_600_000).toISOString()

export const SHOWN = {
  VALID: { word: 'word.VALID' },
  byId: { word: 'word.VALID', reply: { reason: 'by-id' } },
  look: { word: 'word.look', reply: { reason: 'details-changed' } },
  otherScript: { word: 'word.VALID', otherScript: true },
  noPhoto: { word: 'word.noPhoto', reply: { photoUrl: null } },
  just: { word: 'word.just', cameInHere: true },
  again: {
    word: 'word.again',
    reply: { firstCheckIn: { at: anHourAgo, gate: 'North gate, beside the car park' } },
  },
  EXPIRED: { word: 'word.EXPIRED', reply: { verdict: 'EXPIRED', reason: 'expired' } },
  REVOKED: { word: 'word.REVOKED', reply: { verdict: 'REVOKED', reason: 'member-banned' } },
  FORGED: {
    word: 'word.FORGED',
    reply: { verdict: 'FORGED', reason: 'details-mismatch', ...NOBODY },
  },
  UNSIGNED: {
    word: 'word.UNSIGNED',
    reply: { verdict: 'UNSIGNED', reason: 'signed-card-exists', ...NOBODY },
  },
  UNKNOWN: {
    word: 'word.UNKNOWN',
    reply: { verdict: 'UNKNOWN', reason: 'no-such-member', ...NOBODY },
  },
  STALE: { word: 'word.STALE', reply: { verdict: 'STALE', reason: 'newer-than-list' } },
  tooMany: { word: 'unchecked.tooMany.title', status: 429 },
  failed: { word: 'unchecked.failed.title', status: 500 },
} as const satisfies Record<string, Shown>

export interface Verdicts {
  /** Scans a card whose result this is, and waits for its word. */
  readonly show: (name: keyof typeof SHOWN) => Promise<void>
}

const pngOf = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 480, height: 600, channels: 3, background } })
    .png()
    .toBuffer()

/** Replaces the replies of the server for cards and check-ins; the page and everything else stay as they are. */
export async function scriptVerdicts(page: Page, language: Language): Promise<Verdicts> {
  const t = await wordsOf(language, ['verification'])
  const face = await pngOf('#8a6f5a')
  let next: Shown = SHOWN.VALID
  let enteredAt: string | undefined
  await page.route('**/api/face', (route) =>
    route.fulfill({ contentType: 'image/png', body: face }),
  )
  await page.route('**/api/event/check-in/*', async (route) => {
    const { checkIns } = route.request().postDataJSON() as {
      readonly checkIns: readonly { readonly id: string; readonly at: string }[]
    } // what the page sends
    enteredAt = checkIns[0]?.at
    await route.fulfill({
      json: { results: checkIns.map(({ id }) => ({ id, result: 'recorded', first: null })) },
    })
  })
  const otherLanguage = language === 'ar' ? 'en' : 'ar'
  const replyOf = (): VerifyReply => ({
    verdict: 'VALID',
    reason: 'signed',
    cardId: 'WLD_10004217',
    name: NAMES[next.otherScript === true ? otherLanguage : language],
    dob: '1990-04-12',
    role: { id: 'ROLE_USER' },
    status: 'active',
    photoUrl: '/api/face',
    memberSince: anHourAgo,
    expiresAt: anHourAgo,
    firstCheckIn: null,
    checkedAt: new Date().toISOString(),
    ...next.reply,
    ...(next.cameInHere === true &&
      enteredAt !== undefined && { firstCheckIn: { at: enteredAt, gate: 'North' } }),
  })
  await page.route('**/api/card/verify', async (route: Route) => {
    if (next.status === undefined) await route.fulfill({ json: replyOf() })
    else
      await route.fulfill({
        status: next.status,
        contentType: 'application/problem+json',
        headers: { 'retry-after': '60' },
        json: {
          type: 'about:blank',
          title: '',
          status: next.status,
          code: 'server-error',
          message: '',
          fields: [],
          requestId: 'R-1',
        },
      })
  })

  /** As a hand scanner does it: keys, faster than a person types. */
  const scan = (): Promise<void> =>
    page.evaluate(() => {
      for (const key of ['W', 'L', 'D', '_', ...'10004217|Amna|1990-04-12', 'Enter'])
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key, code: '', bubbles: true, cancelable: true }),
        )
    })
  const word = page.locator('[data-word]')
  async function show(name: keyof typeof SHOWN): Promise<void> {
    next = SHOWN[name]
    enteredAt = undefined
    await page.keyboard.press('Escape') // puts the card before it aside
    await expect(word).toHaveCount(0)
    await scan()
    if (next.cameInHere === true) {
      const act = page.getByRole('button', { name: t('verification:checkIn.do'), exact: true })
      await expect(async () => {
        // A press that comes too early, right after another card, does not count.
        if (enteredAt === undefined) await act.click({ timeout: 500 })
        await expect.poll(() => enteredAt, { timeout: 500 }).toBeDefined()
      }).toPass()
      await page
        .getByText(t('verification:checkIn.doneAt').split('{{')[0] ?? '')
        .first()
        .waitFor()
      await scan()
    }
    await expect(word).toHaveText(t(`verification:${next.word}`))
  }
  return { show }
}
