import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/domain/text/languages.ts'
import type { SigningKeys } from '../../security/signing-keys.ts'
import { writeErasurePage } from './erasure-page.ts'
import { writeErasureReceipt } from './erasure-receipt.ts'

const pair = generateKeyPairSync('ed25519')
const x = pair.publicKey.export({ format: 'jwk' }).x ?? ''
const keys = {
  current: () => ({ kid: 'evidence-1' }),
  find: () => ({ x }),
  sign: (_purpose: string, text: string) =>
    sign(null, Buffer.from(text), pair.privateKey).toString('base64url'),
} as unknown as SigningKeys // the three of its calls that the receipt makes

const { text: receipt, sha256 } = writeErasureReceipt(
  { keys, config: { publicUrl: 'https://members.example.org' } },
  {
    memberId: 10_004_217,
    at: '2026-05-03T09:05:00.000Z',
    rule: 'staff',
    counts: { files: 3, reportsWithoutName: 2, pledgesWithoutName: 1 },
  },
)
const page = {
  receipt,
  rule: 'staff',
  sender: 'WLD, 1 rue <de la Paix>, Paris',
  donationDays: '3650',
  auditDays: '400',
  backupDays: '14',
} as const

describe.each(LANGUAGES)('in %s', (language) => {
  const html = writeErasurePage({ ...page, language }) ?? ''

  test('the page has every word, and the direction of its language', () => {
    expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`)
    expect(html).not.toMatch(/\{\{|undefined|null|NaN/)
    expect(html.match(/<h1>/g)).toHaveLength(1)
    expect(html.match(/<h2>/g)).toHaveLength(4)
  })
  test('it runs nothing and loads nothing', () => {
    expect(html).not.toMatch(/<(script|img|link|iframe|form)|src=|url\(|@import| on\w+=/)
    expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
  })
  test('it says what the signed file says, and with what that is checked', () => {
    const { receiptId } = (JSON.parse(receipt) as { receipt: { receiptId: string } }).receipt
    for (const said of [
      'WLD_10004217',
      receiptId,
      sha256,
      x,
      'https://members.example.org/contact',
    ])
      expect(html).toContain(said)
  })
  test('values are text, not markup', () => expect(html).toContain('1 rue &lt;de la Paix&gt;'))
})

test.each([
  ['en', '10 years after', '400 days', '14 days'],
  ['fr', '10 ans après', '400 jours', '14 jours'],
  ['ar', '10 سنوات', '400 يوم', '14 يومًا'],
] as const)(
  'in %s whole years are said as years, with the words of that count',
  (language, ...said) => {
    const html = (writeErasurePage({ ...page, language }) ?? '').replaceAll(/\u00a0|\u202f/g, ' ')
    for (const words of said) expect(html).toContain(words)
  },
)

test('a server without backups promises none', () => {
  expect(writeErasurePage({ ...page, language: 'en' })).toContain('Backups of the server')
  expect(writeErasurePage({ ...page, language: 'en', backupDays: '' })).not.toContain('Backups')
})

test('an association that has not said its address leaves no gap', () =>
  expect(writeErasurePage({ ...page, language: 'en', sender: '' })).not.toContain('<bdi></bdi>'))

test('a text that is no receipt becomes no page', () =>
  expect(writeErasurePage({ ...page, language: 'en', receipt: '{}' })).toBeUndefined())
