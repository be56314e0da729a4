import { describe, expect, test } from 'vitest'
import { ALERT_KINDS } from '#shared/domain/access/watch-rules.ts'
import { LANGUAGES } from '#shared/domain/text/languages.ts'
import { EVERY_VALUE } from '#tests/support/mail-values.ts'
import { MAIL_TEMPLATES, type MailTemplate } from './outbox.ts'
import { renderMail } from './render-mail.ts'

/** These mails have no button: codes are typed, and the others need no action. */
const WITHOUT_BUTTON: readonly MailTemplate[] = [
  'registration-code',
  'contact-change-code',
  'password-reset-code',
  'request-received',
  'objection-received',
  'claim-answered',
  'account-erased',
  'consent-alone',
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
  'h1',
  'img',
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
    expect(html).not.toMatch(/<(link|script|iframe)|url\(|@import/)
    expect([...html.matchAll(/src="([^"]*)"/g)].map(([, source]) => source)).toEqual(['cid:emblem'])
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
      const elements = [...render(template, language).html.matchAll(/<([a-z]\w*)/g)].map(
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
      expect(html).toMatch(
        /<td bgcolor="#0d5f41"[^>]*><table [^>]*><tr><td [^>]*><img [^>]*><\/td>.*<span dir="ltr">WLD<\/span><br><span [^>]*>(Association of the Sudanese diaspora|Association de la diaspora soudanaise|جمعية السودانيين في المهجر)<\/span><\/td>/,
      )
    },
  )
  test.each(MAIL_TEMPLATES)(
    '%s has one button at most, and its address stands in the text',
    (template) => {
      const { text, html } = render(template, language)
      const buttons = [
        ...html.matchAll(
          /<td class="button"[^>]*><a href="([^"]*)" style="[^"]*">([^<]+)<\/a>.*\n<p [^>]*><a href="([^"]*)"[^>]*>(.*)<\/a>/g,
        ),
      ]
      expect(buttons.length).toBe(WITHOUT_BUTTON.includes(template) ? 0 : 1)
      for (const [, address = '', label = '', target, shown] of buttons) {
        expect(label.trim()).not.toBe('')
        expect([target, shown?.replace(/<[^>]*>/g, '')]).toEqual([address, address])
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

test('the title is the subject, without the reference that sorts the mails of an office, and nothing repeats it', () => {
  const title = (template: MailTemplate, language: (typeof LANGUAGES)[number] = 'en') =>
    render(template, language)
      .html.match(/<h1 [^>]*>(.*)<\/h1>/)?.[1]
      ?.replace(/<[^>]*>/g, '')
  expect(title('password-changed')).toBe('Your password was changed')
  expect(title('contact-message', 'fr')).toBe('Formulaire de contact\u00a0: Urgence')
  expect(title('objection-message')).toBe('Report 42: request to publish a reply')
  expect(render('objection-message', 'en').text).toContain('and asks us to publish a reply.')
  const news = render('news-published', 'en')
  expect(LANGUAGES.map((language) => render('news-published', language).subject)).toEqual([
    'News: General assembly',
    'خبر: \u2068General assembly\u2069',
    'Actualité\u00a0: General assembly',
  ])
  expect(news.html.split('General assembly')).toHaveLength(3) // <title> and title
  expect(news.text).toContain('General assembly')
})

/** What no inbox may show: who somebody is, what somebody wrote, and what opens something. */
const OF_A_PERSON = {
  name: 'Zeinab-Name',
  comment: 'Zeinab-Comment',
  note: 'Zeinab-Note',
  message: 'Zeinab-Message',
  reason: 'Zeinab-Reason',
  by: 'Zeinab-By',
  email: 'zeinab@email.example',
  phone: '+249900000001',
  device: 'Zeinab-Device',
  card: 'WLD_90000001',
  member: 'WLD_90000002',
  reference: 'REQ_90000003',
  report: '90000004',
  code: '900005',
  link: 'https://members.example.org/secret#90000006',
}

test.each(MAIL_TEMPLATES)('%s has a preview for the inbox that tells of no person', (template) => {
  for (const language of LANGUAGES) {
    const { html } = render(template, language, { ...EVERY_VALUE, ...OF_A_PERSON })
    const [, hidden = '', shown = ''] =
      /<body[^>]*>\n<div [^>]*aria-hidden="true" style="(display:none[^"]*)">([^<]*)<\/div>/.exec(
        html,
      ) ?? []
    expect(hidden).toContain('mso-hide:all')
    const [preview = ''] = shown.split('&nbsp;')
    expect(preview).toMatch(/^[\p{L}“«\u2068].{14,}[.!?؟]\u2069?$/u)
    expect(preview).not.toMatch(/\{\{|\*\*|https?:/)
    for (const value of Object.values(OF_A_PERSON))
      expect(preview).not.toContain(value.replace('WLD_', ''))
  }
})

/** Shorter words are in every sentence. */
const longWords = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{M}]{4,}/gu) ?? []

test.each(MAIL_TEMPLATES)('the preview of %s says more than the subject', (template) => {
  for (const language of LANGUAGES) {
    const { html, subject } = render(template, language, { ...EVERY_VALUE, event: 'X' })
    const [, preview = ''] = /aria-hidden="true"[^>]*>([^<]*?)&nbsp;/.exec(html) ?? []
    const added = longWords(preview).filter((word) => !subject.toLowerCase().includes(word))
    const isRepeated = longWords(subject).every((word) => preview.toLowerCase().includes(word))
    expect([language, preview, added.length >= (isRepeated ? 5 : 2)]).toEqual([
      language,
      preview,
      true,
    ])
  }
})

describe.each(LANGUAGES)('staff in %s', (language) => {
  test.each(ALERT_KINDS)('read what an account did, and how often: %s', (alert) => {
    for (const count of ['7', '50', '100']) {
      const { subject, text } = render('unusual-acts', language, { ...EVERY_VALUE, alert, count })
      expect(subject + text).not.toMatch(/\{\{/)
      expect(subject).not.toContain(alert)
      const [, told = ''] =
        /^.*10004217\D*?: (.*)$/.exec(subject.replaceAll(/[\u2066-\u2069]/g, '')) ?? []
      expect(told.length).toBeGreaterThan(15)
      expect(text.replaceAll(/[\u2066-\u2069]/g, '')).toContain(`: ${told}\n`)
      if (!['copied-session', 'new-device'].includes(alert)) expect(told).toContain(count)
    }
  })
  test('read the number of the account that proposed something', () => {
    for (const template of ['consent-asked', 'consent-alone'] as const) {
      const { text } = render(template, language, { ...EVERY_VALUE, by: 'WLD_10004217' })
      expect(text.replaceAll(/[\u2066-\u2069]/g, '')).toMatch(
        /(account|compte|الحساب) 10004217[ ،,]/,
      )
    }
  })
})

test('an Arabic alert counts as Arabic does', () => {
  const told = (count: string) =>
    render('unusual-acts', 'ar', { ...EVERY_VALUE, alert: 'many-looks', count }).subject
  expect(
    [told('7'), told('50'), told('100')].map((subject) => subject.match(/أشخاص|شخصًا|شخص/)?.[0]),
  ).toEqual(['أشخاص', 'شخصًا', 'شخص'])
})

test('a changed event says what was before, where that is known and different', () => {
  const { text } = render('event-changed', 'en')
  expect(text).toContain('Instead of: 2 May 2026 at 10:00')
  expect(text).toContain('Instead of: Lyon')
  const { startedAt, oldPlace, ...queuedBefore } = EVERY_VALUE
  expect([startedAt, oldPlace]).not.toContain('')
  for (const values of [queuedBefore, { ...EVERY_VALUE, startedAt: '', oldPlace: '' }])
    expect(render('event-changed', 'en', values).text).not.toContain('Instead of: ')
})

test('a card number is written as on the card', () => {
  for (const template of ['records-merged', 'records-separated', 'unusual-acts'] as const) {
    const { subject, text } = render(template, 'en')
    expect(text).toMatch(/\b10004217\b/)
    expect(subject + text).not.toContain('WLD_')
  }
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
  expect(html).not.toContain('<img src=x')
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

test('a demonstration says that its accounts are made up before it names them', () => {
  const { text } = render('pledge-received', 'en')
  expect(text.indexOf('do not send money')).toBeGreaterThan(0)
  expect(text.indexOf('do not send money')).toBeLessThan(text.indexOf('IBAN'))
})

test('the link that withdraws a pledge is not a button, also without a payment page', () => {
  expect(render('pledge-received', 'en', { ...EVERY_VALUE, payAt: '' }).html).not.toContain(
    'class="button"',
  )
})

test('an address after a colon begins on its own line', () => {
  const { html } = render('portrait-approved', 'fr')
  expect(html).toMatch(/mot de passe\u00a0:<\/p>\n<p [^>]*><a [^>]*>.*<\/a><\/p>/)
  expect(html).toMatch(/>WLD<\/span><br><a /)
  const small = /<a [^>]*class="link" style="[^"]*;font-size:12px;/g
  expect(html.match(small)).toHaveLength(html.match(/class="link"/g)?.length ?? 0)
})

describe.each(LANGUAGES)('facts in %s', (language) => {
  test.each([
    ['contact-message', 5],
    ['assembly-convened', 2],
    ['event-cancelled', 2],
    ['pledge-received', 3],
  ] as const)(
    '%s has its facts in one block, and one line for each in the text',
    (template, rows) => {
      const { html, text } = render(template, language)
      const direction = language === 'ar' ? 'rtl' : 'ltr'
      const [block = ''] =
        html.match(
          new RegExp(`<table [^>]*dir="${direction}" class="box"[^>]*><tr><td class="quiet".*`),
        ) ?? []
      expect(block.match(/<tr>/g)).toHaveLength(rows)
      expect(block.replace(/<[^>]*>/g, ' ')).not.toMatch(/:\s*$/m)
      const together = text.split('\n\n').map((part) => part.split('\n'))
      expect(
        together.some((lines) => lines.length === rows && lines.every((line) => /:\s/.test(line))),
      ).toBe(true)
    },
  )
})

test('a fact has a short label, and the same facts stand in every language', () => {
  const values = { ...EVERY_VALUE, controller: 'WLD, Paris' }
  const labels = LANGUAGES.map((language) =>
    MAIL_TEMPLATES.map((template) =>
      [...render(template, language, values).html.matchAll(/<td class="quiet"[^>]*>([^<]*)</g)].map(
        ([, label = '']) => label,
      ),
    ),
  )
  expect(
    labels
      .map((templates) => templates.flat().toSorted((a, b) => b.length - a.length)[0])
      .toSorted(),
  ).toEqual(['Responsable de vos données', 'Responsible for your data', 'المسؤول عن بياناتك'])
  const [first, ...others] = labels.map((templates) => templates.map((facts) => facts.length))
  for (const counts of others) expect(counts).toEqual(first)
  expect(render('entered-by-staff', 'en').html).toMatch(
    /<p [^>]*><span style="font-weight:bold">Your rights:<\/span> .* Write to: <span dir="ltr">privacy@/,
  )
})

test('every line of a bank account is a row, and what is copied is one piece', () => {
  const { html } = render('pledge-received', 'ar')
  // As wide as in the facts above: the line without a label would widen it.
  expect(html).toMatch(/<td class="quiet" width="30%"[^>]*>IBAN</)
  expect(html).toMatch(/>IBAN<\/td><td [^>]*><span dir="ltr">FR76 3000<\/span><\/td>/)
  expect(html.match(/>IBAN</g)).toHaveLength(3) // one account, and two
  const long = render('pledge-received', 'en', {
    ...EVERY_VALUE,
    account: 'WLD\nIBAN FR76 3000 1007 9412 3456 7890 185',
  })
  expect(long.html).toMatch(
    /<td colspan="2" class="quiet"[^>]*>IBAN<\/td><\/tr><tr><td colspan="2"[^>]*><span dir="ltr">FR76 3000 1007 9412 3456 <span dir="ltr" style="white-space:nowrap">7890 185</,
  )
})

test("another person's words are a quotation with a bar where their lines begin", () => {
  const { html, text } = render('contact-message', 'ar')
  expect(html).toMatch(
    /<table [^>]*dir="ltr" class="box"[^>]*><tr><td [^>]*border-left:4px solid #0d5f41">Line one<br>Line two</,
  )
  expect(text).toContain('\n> \u2068Line one\u2069\n> \u2068Line two\u2069')
  expect(render('claim-replied', 'en', { ...EVERY_VALUE, note: 'أهلًا' }).html).toMatch(
    /<table [^>]*dir="rtl" class="box"[^>]*><tr><td align="right" [^>]*border-right:4px/,
  )
})

test('an address is broken behind its site or in its token only', () => {
  expect(render('email-changed', 'en').html).toMatch(
    />https:\/\/members\.example\.org\/<\/span><span [^>]*inline-block[^>]*>email-undo#<\/span><span [^>]*break-all[^>]*>abc</,
  )
})

test('an email address is broken behind its @ or a dot only, and the name of a file or a reference nowhere', () => {
  const { html } = render('contact-message', 'ar')
  expect(html.replaceAll(/ style="display:inline-block"/g, '|')).toContain(
    '<span dir="ltr"><span dir="ltr"|><span dir="ltr"|>amna@</span></span><span dir="ltr"|><span dir="ltr"|>example.</span><span dir="ltr"|>org</span></span></span>',
  )
  expect(html).toContain('<span dir="ltr" style="white-space:nowrap">REQ_10004217</span>')
  expect(render('account-erased', 'ar').html).toContain(
    '<span dir="ltr" style="white-space:nowrap">wld-erasure-receipt.html</span>',
  )
})

test('the end of a mail names the association once', () => {
  const { text } = renderMail({
    template: 'news-published',
    language: 'en',
    values: EVERY_VALUE,
    publicUrl: 'https://members.example.org',
    sender: 'WLD, 1 rue de la Paix, Paris',
  })
  expect(text.split('\n-- \n')[1]?.split('\n').slice(1).join('\n')).toBe(
    '\nThis email was sent automatically. Instead of replying, write to us here:\nhttps://members.example.org/contact\n\nWLD, 1 rue de la Paix, Paris\nhttps://members.example.org\n',
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
  expect(render('password-changed', 'en').text).toContain('3 May 2026 at 11:05 (Paris\u00a0time)')
  expect(render('password-changed', 'fr').text).toContain(
    '3 mai 2026 à 11:05 (heure\u00a0de\u00a0Paris)',
  )
  expect(render('password-changed', 'ar').text).toContain(
    '3 مايو 2026 الساعة 11:05 ص (بتوقيت\u00a0باريس)',
  )
  expect(
    render('event-place', 'fr', { ...EVERY_VALUE, startsAt: '2026-11-01T09:00:00.000Z' }).text,
  ).toContain('1er novembre 2026 à 10:00')
  expect(render('event-place', 'en').text).toContain('3 May 2026 at 10:00 (Paris\u00a0time)')
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
