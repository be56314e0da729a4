/**
 * From template and values to subject, text and HTML. The texts are in
 * `locales/<language>/mail.json`; this file has only the form. Right to left: every mail names its
 * direction, and what is not a word of its language (codes, numbers, addresses, names) is isolated,
 * so that it does not change the direction of the text around it.
 */
import ar from '#locales/ar/mail.json' with { type: 'json' }
import common from '#locales/en/common.json' with { type: 'json' }
import en from '#locales/en/mail.json' with { type: 'json' }
import fr from '#locales/fr/mail.json' with { type: 'json' }
import { CODE_TTL_S } from '#shared/domain/access/code-rules.ts'
import { LANGUAGES, textDirection, type Language } from '#shared/domain/text/languages.ts'
import { RECEIPT_PAGE } from './erasure/erasure-page.ts'
import { RECEIPT_FILE } from './erasure/erasure-receipt.ts'
import { layOut, type HtmlPiece } from './mail-html.ts'
import type { MailTemplate } from './outbox.ts'

/** The reason why the recipient gets the mail; every mail ends with it. */
type Why =
  | 'account'
  | 'entered'
  | 'registration'
  | 'office'
  | 'staff'
  | 'message'
  | 'pledge'
  | 'event'
  | 'subscription'
const WHY = {
  'registration-code': 'entered',
  'contact-change-code': 'entered',
  'already-registered': 'account',
  'already-registered-code': 'account',
  'email-changed': 'account',
  'password-reset-code': 'account',
  'password-reset-link': 'account',
  'password-changed': 'account',
  'portrait-approved': 'account',
  'portrait-rejected': 'account',
  'session-ended-for-safety': 'account',
  'new-sign-in': 'account',
  'card-reissued': 'account',
  'records-merged': 'account',
  'record-ended': 'account',
  'records-separated': 'account',
  'unusual-acts': 'staff',
  'operation-fault': 'staff',
  'consent-asked': 'staff',
  'consent-alone': 'staff',
  'consent-decided': 'staff',
  'tribe-withdrawn': 'staff',
  'entered-by-staff': 'account',
  'all-sessions-ended': 'account',
  'factor-added': 'account',
  'factor-deleted': 'account',
  'factor-reset-asked': 'account',
  'access-change-asked': 'account',
  'factors-removed': 'account',
  'factor-tries': 'account',
  'recovery-code-used': 'account',
  'account-erased': 'account',
  'request-received': 'registration',
  'request-approved': 'registration',
  'request-rejected': 'registration',
  'contact-message': 'office',
  'objection-message': 'office',
  'objection-received': 'message',
  'claim-replied': 'message',
  'claim-answered': 'message',
  'pledge-received': 'pledge',
  'event-place': 'event',
  'event-changed': 'event',
  'event-on-again': 'event',
  'event-cancelled': 'event',
  'assembly-convened': 'account',
  'terms-announced': 'account',
  'idle-member': 'account',
  'voice-given': 'account',
  'voice-on-paper': 'account',
  'paper-withdrawn': 'account',
  'voice-received': 'account',
  'voice-taken-back': 'account',
  'voice-withdrawn': 'account',
  'voice-ended': 'account',
  'subscription-confirm': 'subscription',
  'subscription-already': 'subscription',
  'news-published': 'subscription',
} as const satisfies Record<MailTemplate, Why>

interface TemplateWords {
  readonly subject: string
  readonly greeting: string
  readonly paragraphs: readonly string[]
  /** Button labels by the name of the link. */
  readonly button?: Readonly<Record<string, string>>
  readonly note?: string
}
interface MailTexts {
  readonly greeting: string
  readonly footer: string
  readonly why: Readonly<Record<Why, string>>
  readonly terms: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly templates: Readonly<Record<MailTemplate, TemplateWords>>
}

const WORDS: Readonly<Record<Language, MailTexts>> = { en, ar, fr }
/** Dates with the digits of the codes and links around them. */
const DATE_LOCALE: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  ar: 'ar-u-nu-latn',
  fr: 'fr-FR',
}

const PLACEHOLDER = /\{\{(\w+)\}\}/
const LINKS = new Set([
  'link',
  'payAt',
  'homeUrl',
  'signInUrl',
  'termsUrl',
  'privacyUrl',
  'resetUrl',
  'cardUrl',
  'contactUrl',
  'unsubscribeLink',
])
/**
 * Values that are left to right in every language; other values (names, comments) get their
 * direction from their content.
 */
const LEFT_TO_RIGHT = new Set([
  'reference',
  'account',
  'accounts',
  'email',
  'phone',
  'amount',
  'hours',
  'minutes',
  'days',
  'left',
  'device',
  'card',
  'report',
  'contact',
  'receiptPage',
  'receiptFile',
])

const FIRST_STRONG_ISOLATE = '\u2068'
const LEFT_TO_RIGHT_ISOLATE = '\u2066'
const POP_ISOLATE = '\u2069'
/** Control characters, and marks that can reorder the text around them. */
// oxlint-disable-next-line no-control-regex -- these are what is taken out
const UNWANTED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

export interface MailToRender {
  readonly template: MailTemplate
  readonly language: Language
  readonly values: Readonly<Record<string, string>>
  /** Origin of the web site, without a slash at the end. */
  readonly publicUrl: string
  /** Who sends it: the last line. Blank or absent while the association has not said it. */
  readonly sender?: string
}
export interface RenderedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

function allValues(
  { language, values, publicUrl, sender = '' }: MailToRender,
  { terms }: MailTexts,
): Readonly<Record<string, string>> {
  const { at, from, until, startsAt, appliesFrom } = values
  const moment = (instant: string, timeZone: string): string =>
    new Intl.DateTimeFormat(DATE_LOCALE[language], {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone,
    }).format(new Date(instant))
  const termed = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      terms[name]?.[value] ?? value.replace(UNWANTED, '').trim(),
    ]),
  )
  return {
    homeUrl: publicUrl,
    signInUrl: `${publicUrl}/login`,
    resetUrl: `${publicUrl}/reset-password`,
    cardUrl: `${publicUrl}/id-card`,
    contactUrl: `${publicUrl}/contact`,
    privacyUrl: `${publicUrl}/privacy`,
    minutes: String(CODE_TTL_S / 60),
    receiptPage: RECEIPT_PAGE,
    receiptFile: RECEIPT_FILE,
    controller: sender.replace(UNWANTED, ''),
    ...termed,
    ...(at === undefined ? {} : { at: `${moment(at, 'UTC')} UTC` }),
    ...(from === undefined ? {} : { from: `${moment(from, 'UTC')} UTC` }),
    ...(until === undefined ? {} : { until: `${moment(until, 'UTC')} UTC` }),
    ...(appliesFrom === undefined
      ? {}
      : {
          appliesFrom: new Intl.DateTimeFormat(DATE_LOCALE[language], {
            dateStyle: 'long',
            timeZone: 'UTC',
          }).format(new Date(appliesFrom)),
        }),
    // Events take place in France; the template says that the times are Paris time.
    ...(startsAt === undefined ? {} : { startsAt: moment(startsAt, 'Europe/Paris') }),
  }
}

/** The pieces of one paragraph, or undefined where a value is blank: then the paragraph is left out. */
function piecesOf(
  template: string,
  values: Readonly<Record<string, string>>,
  buttons: TemplateWords['button'] = {},
): readonly HtmlPiece[] | undefined {
  const pieces: HtmlPiece[] = []
  // Splitting by a pattern with one group alternates words and names.
  for (const [index, part] of template.split(new RegExp(PLACEHOLDER, 'g')).entries()) {
    if (index % 2 === 0) {
      if (part !== '') pieces.push({ kind: 'words', text: part, leftToRight: false })
      continue
    }
    const value = values[part] ?? ''
    if (value === '') return undefined
    const button = buttons[part]
    pieces.push({
      kind: part === 'code' ? 'code' : LINKS.has(part) ? 'link' : 'value',
      text: value,
      leftToRight: LEFT_TO_RIGHT.has(part),
      ...(button === undefined ? {} : { button }),
    })
  }
  return pieces
}

/** An isolate ends with its line, so each line has its own. */
const isolated = (text: string, start: string): string =>
  text
    .split('\n')
    .map((line) => (line.trim() === '' ? '' : `${start}${line.trim()}${POP_ISOLATE}`))
    .join('\n')

function asText(pieces: readonly HtmlPiece[], isRightToLeft: boolean): string {
  return pieces
    .map(({ kind, text, leftToRight }) => {
      if (kind === 'words') return text
      // A copied code or link must contain no invisible characters, so it has its own line instead
      // of an isolate.
      if (kind === 'code' || kind === 'link') return pieces.length === 1 ? text : `\n${text}\n`
      return isRightToLeft
        ? isolated(text, leftToRight ? LEFT_TO_RIGHT_ISOLATE : FIRST_STRONG_ISOLATE)
        : text
    })
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim()
}

const oneLine = (piece: HtmlPiece): HtmlPiece => ({
  ...piece,
  text: piece.text.replaceAll('\n', ' '),
})

interface Part {
  readonly language: Language
  readonly title: string
  readonly body: readonly (readonly HtmlPiece[])[]
  readonly note: readonly HtmlPiece[]
  readonly text: string
}

const plain = (parts: readonly (readonly HtmlPiece[])[], language: Language): string =>
  parts
    .map((pieces) => asText(pieces, textDirection(language) === 'rtl'))
    .join('\n\n')
    .trim()

/** What the mail says in one language, without its end. */
function partOf(mail: MailToRender): Part {
  const { language, template } = mail
  const words = WORDS[language]
  const { subject, greeting, paragraphs, button, note = '' } = words.templates[template]
  const values = allValues(mail, words)
  const hello = piecesOf(greeting, values) ?? piecesOf(words.greeting, values) ?? []
  const body = [
    hello,
    ...paragraphs
      .map((paragraph) => piecesOf(paragraph, values, button))
      .filter((pieces) => pieces !== undefined),
  ]
  const aside = piecesOf(note, values) ?? []
  return {
    language,
    title: plain([(piecesOf(subject, values) ?? []).map(oneLine)], language),
    body,
    note: aside,
    text: plain([...body, aside], language),
  }
}

/** Between the languages of one text. */
const RULE = '* * *'

export function renderMail(mail: MailToRender): RenderedMail {
  const { language, template, values } = mail
  const others = values['languages'] === 'all' ? LANGUAGES.filter((one) => one !== language) : []
  const first = partOf(mail)
  const parts: [Part, ...Part[]] = [
    first,
    ...others.map((other) => partOf({ ...mail, language: other })),
  ]
  const words = WORDS[language]
  const footer = [words.why[WHY[template]], words.footer, '{{sender}}'].flatMap((text) => {
    const pieces = piecesOf(text, {
      ...allValues(mail, words),
      sender: (mail.sender ?? '').replace(UNWANTED, ''),
    })
    return pieces === undefined ? [] : [pieces]
  })
  return {
    subject: parts.map(({ title }) => title).join(' · '),
    text: `${parts.map(({ text }) => text).join(`\n\n${RULE}\n\n`)}\n\n-- \n${plain(footer, language)}\n`,
    html: layOut({ name: common.appName, parts, footer }),
  }
}
