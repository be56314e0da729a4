import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/domain/text/languages.ts'
import { EVERY_VALUE } from '#tests/support/mail-values.ts'
import { MAIL_TEMPLATES, type MailTemplate } from './outbox.ts'
import { renderMail } from './render-mail.ts'

/** These mails have no button: codes are typed, and the others need no action. */
const WITHOUT_BUTTON: readonly MailTemplate[] = [
  'registration-code',
  'contact-change-code',
  'password-reset-code',
  'password-changed',
  'request-received',
  'contact-message',
  'objection-message',
  'objection-received',
  'claim-answered',
  'account-erased',
  'consent-alone',
  'consent-decided',
  'tribe-withdrawn',
  'subscription-already',
]
/**
 * By caniemail.com 2.0.2: Gmail, Outlook, Apple Mail, Yahoo, Orange and Thunderbird keep these, or, for the first four, do well
 * without them. They drop `bdi`, which kept numbers in order in Arabic mails before.
 */
const KEPT_ELEMENTS = new Set([
  'html',
  'head',
  'meta',
  'style',
  'title',
  'body',
  'div',
  'table',
  'tr',
  'td',
  'p',
  'a',
  'span',
  'br',
])
const render = (
  template: MailTemplate,
  language: (typeof LANGUAGES)[number],
  values: Record<string, string> = EVERY_VALUE,
) => renderMail({ template, language, values, publicUrl: 'https://members.example.org' })

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(MAIL_TEMPLATES)('%s is complete, says its direction and loads nothing', (template) => {
    const { subject, text, html } = render(template, language)
    for (const part of [subject, text, html]) {
      expect(part).not.toMatch(/\{\{|undefined|null/)
      expect(part.trim()).not.toBe('')
    }
    expect(subject).not.toMatch(/[\r\n]/)
    const direction = language === 'ar' ? 'rtl' : 'ltr'
    expect(html).toContain(`<html lang="${language}" dir="${direction}">`)
    expect(html).toContain(`<div lang="${language}" dir="${direction}"`)
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).not.toMatch(/<(img|link|script|iframe)|src=|url\(|@import/)
    // The only style sheet has just the dark colours, so the mail is complete where it is dropped.
    expect([...html.matchAll(/<style>([^{]*)/g)].map(([, start]) => start)).toEqual([
      '@media (prefers-color-scheme:dark)',
    ])
    for (const [, address = ''] of html.matchAll(/href="([^"]*)"/g))
      expect(address).toMatch(/^https:\/\/members\.example\.org/)
  })
  test.each(MAIL_TEMPLATES)(
    '%s has only elements that the large mail programs keep',
    (template) => {
      const elements = [...render(template, language).html.matchAll(/<([a-z]+)/g)].map(
        ([, tag]) => tag,
      )
      expect([...new Set(elements)].filter((tag) => !KEPT_ELEMENTS.has(tag ?? ''))).toEqual([])
    },
  )
  test.each(MAIL_TEMPLATES)(
    '%s names the sender above its end, and the reason at its end',
    (template) => {
      const { text, html } = render(template, language)
      const why = text.split('\n-- \n')[1]?.split('\n')[0] ?? ''
      expect(why).toMatch(
        /^(You are receiving this email because|Vous recevez cet email parce que|تصلك هذه الرسالة لأن).{12,}\.$/,
      )
      expect(html).toContain(`>${why.replaceAll("'", '&#39;')}</p>`)
      expect(html).toMatch(/<td bgcolor="#0d5f41"[^>]*><span dir="ltr">WLD<\/span><\/td>/)
    },
  )
  test.each(MAIL_TEMPLATES)(
    '%s has one button at most, and its address stands in the text',
    (template) => {
      const { text, html } = render(template, language)
      const buttons = [
        ...html.matchAll(
          /<td class="button"[^>]*><a href="([^"]*)" style="[^"]*">([^<]+)<\/a>.*\n<p [^>]*><a href="([^"]*)"[^>]*><span dir="ltr">([^<]*)</g,
        ),
      ]
      expect(buttons.length).toBe(WITHOUT_BUTTON.includes(template) ? 0 : 1)
      for (const [, address = '', label = '', ...plain] of buttons) {
        expect(label.trim()).not.toBe('')
        expect(plain).toEqual([address, address])
        expect(text.split('\n')).toContain(address)
      }
    },
  )
  test('a code stands alone on its line and is one piece of text', () => {
    for (const template of [
      'registration-code',
      'contact-change-code',
      'password-reset-code',
    ] as const) {
      const { text, html, subject } = render(template, language)
      expect(text.split('\n')).toContain('012345')
      expect(html).toMatch(
        /<p dir="ltr" class="code" style="[^"]*user-select:all[^"]*">012345<\/p>/,
      )
      expect(subject).not.toContain('012345') // notifications on a locked phone show the subject
    }
  })
})

test('a blank value removes its paragraph', () => {
  const named = render('request-approved', 'en', {
    name: 'Amna',
    comment: '',
    link: 'https://members.example.org/login',
  })
  expect(named.text).not.toContain('The reviewers added')
  expect(render('request-approved', 'en', { name: '', comment: '', link: '' }).text).toMatch(
    /^Hello,\n/,
  )
})

test('text of users stays text and does not change the direction of the text around it', () => {
  const nasty = 'x\u202e</span><img src=x onerror=1>\u2066"&\r\nBcc: all@example.org'
  const { html, text, subject } = render('claim-answered', 'ar', {
    name: nasty,
    reference: nasty,
    note: nasty,
  })
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;/span&gt;&lt;img src=x onerror=1&gt;&quot;&amp;')
  expect(html + text).not.toContain('\u202e')
  expect(subject).not.toMatch(/[\r\n]/)
  for (const part of [text, subject])
    expect([...part].filter((c) => c === '\u2066' || c === '\u2068').length).toBe(
      [...part].filter((c) => c === '\u2069').length,
    )
})

test('a name that looks like a link is shown as it was typed', () => {
  const { html } = render('request-approved', 'en', {
    name: '<a href="https://evil.example">Sign in</a>',
    comment: '',
    link: 'https://members.example.org/login',
  })
  expect(html).toContain('&lt;a href=&quot;https://evil.example&quot;&gt;Sign in&lt;/a&gt;')
  expect(html).not.toMatch(/<a [^>]*evil/)
})

test('the link that withdraws a pledge is not a button, also without a payment page', () => {
  expect(render('pledge-received', 'en', { ...EVERY_VALUE, payAt: '' }).html).not.toContain(
    'class="button"',
  )
})

test('links in plain text have no invisible characters around them', () => {
  for (const language of LANGUAGES) {
    const lines = render('already-registered', language).text.split('\n')
    expect(lines).toContain('https://members.example.org/login')
    expect(lines).toContain('https://members.example.org/reset-password')
  }
})

test('dates and terms are in the language of the mail', () => {
  expect(render('password-changed', 'en').text).toContain('3 May 2026 at 09:05 UTC')
  expect(render('password-changed', 'fr').text).toContain('3 mai 2026')
  expect(render('password-changed', 'ar').text).toContain('مايو')
  expect(render('event-place', 'en').text).toContain('3 May 2026 at 10:00 (Paris time)')
  expect(render('contact-message', 'fr').subject).toBe(
    'Formulaire de contact\u00a0: Urgence (REQ_10004217)',
  )
  expect(render('pledge-received', 'ar').text).toContain('التعليم والتنمية')
})

test('a mail to a member whose language nobody knows is in all of them, each in its direction', () => {
  const { subject, text, html } = render('entered-by-staff', 'en', {
    ...EVERY_VALUE,
    languages: 'all',
  })
  expect(subject.split(' · ')).toHaveLength(LANGUAGES.length)
  for (const hello of ['Hello ', 'Bonjour ', 'مرحبًا ']) expect(text).toContain(hello)
  expect(html).toMatch(/<div lang="ar" dir="rtl" align="right"/)
  expect(html).toMatch(/<div lang="fr" dir="ltr" align="left"/)
  expect(render('entered-by-staff', 'en').html).not.toContain('lang="fr"')
})
