/**
 * From template and values to subject, text and HTML. The texts are in
 * `locales/<language>/mail.json`; this file has only the form. Right to left: every mail names its
 * direction, and what is not a word of its language (codes, numbers, addresses, names) is isolated,
 * so that it does not change the direction of the text around it.
 */
import arCard from '#locales/ar/idCard.json' with { type: 'json' }
import ar from '#locales/ar/mail.json' with { type: 'json' }
import arOverview from '#locales/ar/overview.json' with { type: 'json' }
import common from '#locales/en/common.json' with { type: 'json' }
import enCard from '#locales/en/idCard.json' with { type: 'json' }
import en from '#locales/en/mail.json' with { type: 'json' }
import enOverview from '#locales/en/overview.json' with { type: 'json' }
import frCard from '#locales/fr/idCard.json' with { type: 'json' }
import fr from '#locales/fr/mail.json' with { type: 'json' }
import frOverview from '#locales/fr/overview.json' with { type: 'json' }
import { CODE_TTL_S } from '#shared/domain/access/code-rules.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import {
  firstOfMonth,
  LANGUAGES,
  LOCALE_TAGS,
  textDirection,
  type Language,
} from '#shared/domain/text/languages.ts'
import { parisTime } from '#shared/domain/text/paris-time.ts'
import { RECEIPT_PAGE } from './erasure/erasure-page.ts'
import { RECEIPT_FILE } from './erasure/erasure-receipt.ts'
import { isFact, layOut, type HtmlPiece } from './mail-html.ts'
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
  /** Where the title is not the subject. */
  readonly title?: string
  /** For the inbox, where no sentence of the mail can be told there, or the first one repeats the subject. */
  readonly preview?: string
  readonly greeting?: string
  /**
   * One that is only a short "Label: {{value}}" is a fact: facts that follow each other are one block. One that is only a
   * link with a button is the button, and in plain text its label with the address. `**Why:** for …` has a bold beginning.
   */
  readonly paragraphs: readonly string[]
  /** Button labels by the name of the link. */
  readonly button?: Readonly<Record<string, string>>
  readonly note?: string
}
interface MailTexts {
  readonly greeting: string
  readonly inParis: string
  readonly replies: string
  readonly footer: string
  readonly why: Readonly<Record<Why, string>>
  readonly terms: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly templates: Readonly<Record<MailTemplate, TemplateWords>>
}

const WORDS: Readonly<Record<Language, MailTexts>> = { en, ar, fr }
/** As the overview of the administrators says it. */
const ALERTS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: enOverview.alerts.kinds,
  ar: arOverview.alerts.kinds,
  fr: frOverview.alerts.kinds,
}
/** As on the card: who WLD is. */
const ASSOCIATION: Readonly<Record<Language, string>> = {
  en: enCard.card.association,
  ar: arCard.card.association,
  fr: frCard.card.association,
}
const PLACEHOLDER = /\{\{(\w+)\}\}/
const LEAD = /^\*\*(.+?)\*\*(.*)$/
const KINDS: Readonly<Record<string, HtmlPiece['kind']>> = {
  code: 'code',
  account: 'account',
  accounts: 'account',
  // What people wrote: the visitor, the staff who answer, the reviewers, the organisers.
  message: 'quote',
  note: 'quote',
  comment: 'quote',
  reason: 'quote',
}
const LINKS = new Set([
  'link',
  'payAt',
  'homeUrl',
  'signInUrl',
  'termsUrl',
  'privacyUrl',
  'profileUrl',
  'agreementsUrl',
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

/** Instants: one clock for all of them, and it is named, because a reader may be anywhere. */
const MOMENTS = ['at', 'from', 'until', 'startsAt', 'startedAt'] as const

/** As on the card and on every page: without the prefix of the wire. */
const CARD_NUMBERS = new Set(['card', 'member', 'by'])

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

/** What an account did, with its number: "opened the data of 120 people within an hour". */
function alertWords(
  { alert = '', count = '' }: MailToRender['values'],
  language: Language,
): Readonly<Record<string, string>> {
  const tag = LOCALE_TAGS[language]
  const kinds = ALERTS[language]
  const plural = new Intl.PluralRules(tag).select(Number(count))
  const words = kinds[`${alert}_${plural}`] ?? kinds[alert]
  if (words === undefined) return {}
  const number = new Intl.NumberFormat(tag).format(Number(count))
  const told = words.replace('{{number}}', number)
  return { alert: told.charAt(0).toLocaleLowerCase(tag) + told.slice(1) } // it stands behind a colon
}

function allValues(
  { language, values, publicUrl, sender = '' }: MailToRender,
  { inParis, terms }: MailTexts,
): Readonly<Record<string, string>> {
  const { appliesFrom } = values
  const times = MOMENTS.flatMap((name) => {
    const instant = values[name]
    return instant === undefined || instant === ''
      ? []
      : [[name, inParis.replace('{{when}}', parisTime(instant, language))]]
  })
  const termed = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      terms[name]?.[value] ??
        (CARD_NUMBERS.has(name) ? bareCardId(value) : value).replace(UNWANTED, '').trim(),
    ]),
  )
  return {
    homeUrl: publicUrl,
    signInUrl: `${publicUrl}/login`,
    resetUrl: `${publicUrl}/reset-password`,
    cardUrl: `${publicUrl}/id-card`,
    contactUrl: `${publicUrl}/contact`,
    privacyUrl: `${publicUrl}/privacy`,
    profileUrl: `${publicUrl}/profile`,
    agreementsUrl: `${publicUrl}/agreements`,
    minutes: String(CODE_TTL_S / 60),
    receiptPage: RECEIPT_PAGE,
    receiptFile: RECEIPT_FILE,
    controller: sender.replace(UNWANTED, ''),
    ...termed,
    ...alertWords(values, language),
    ...Object.fromEntries(times),
    ...(appliesFrom === undefined
      ? {}
      : {
          appliesFrom: firstOfMonth(
            new Intl.DateTimeFormat(LOCALE_TAGS[language], {
              dateStyle: 'long',
              timeZone: 'UTC',
            }).format(new Date(appliesFrom)),
            language,
          ),
        }),
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
      const [, lead = '', rest = part] = LEAD.exec(part) ?? []
      if (lead !== '') pieces.push({ kind: 'lead', text: lead, leftToRight: false })
      if (rest !== '') pieces.push({ kind: 'words', text: rest, leftToRight: false })
      continue
    }
    const value = values[part] ?? ''
    if (value === '') return undefined
    const button = buttons[part]
    pieces.push({
      kind: LINKS.has(part) ? 'link' : (KINDS[part] ?? 'value'),
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
    .map(({ kind, text, leftToRight, button }, index) => {
      if (kind === 'words' || kind === 'lead') return text
      if (button !== undefined && pieces.length === 1) return `${button}\n${text}`
      // A copied code or link must contain no invisible characters, so it has its own line instead
      // of an isolate.
      if (kind === 'code' || kind === 'link') {
        const isNewLine = index === 0 || pieces[index - 1]?.text.endsWith('\n')
        return `${isNewLine ? '' : '\n'}${text}\n`
      }
      const shown = isRightToLeft
        ? isolated(text, leftToRight ? LEFT_TO_RIGHT_ISOLATE : FIRST_STRONG_ISOLATE)
        : text
      return kind === 'quote' ? `\n${shown.replace(/^/gm, '> ')}` : shown
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
  readonly subject: string
  readonly title: readonly HtmlPiece[]
  readonly preview: string
  readonly body: readonly (readonly HtmlPiece[])[]
  readonly note: readonly HtmlPiece[]
  readonly text: string
}

const plain = (parts: readonly (readonly HtmlPiece[])[], language: Language): string =>
  parts
    .map((pieces, index) => {
      const before = parts[index - 1]
      const gap = before !== undefined && isFact(before) && isFact(pieces) ? '\n' : '\n\n'
      return gap + asText(pieces, textDirection(language) === 'rtl')
    })
    .join('')
    .trim()

/** What a preview may tell: no person's words, name, number or device, no code and no link. */
const TOLD_IN_PREVIEW = new Set([
  ...MOMENTS,
  'hours',
  'minutes',
  'appliesFrom',
  'event',
  'factor',
  'topic',
  'operationFault',
  'description',
])
/** "Thank you." alone says nothing. */
const PREVIEW_MIN = 30

/**
 * The first sentences of the mail that tell nothing of a person: an inbox shows them beside the subject, also on a locked
 * phone. Facts are no sentences, and an address or a code behind a colon is left out.
 */
function previewOf(
  { preview: own, paragraphs }: TemplateWords,
  values: Readonly<Record<string, string>>,
  language: Language,
): string {
  if (own !== undefined) return own
  for (const paragraph of paragraphs) {
    const pieces = piecesOf(paragraph, values)
    if (pieces === undefined || isFact(pieces)) continue
    let preview = ''
    for (const sentence of paragraph.replaceAll('**', '').split(/(?<=[.!?؟])\s+/)) {
      const told = sentence.replace(/\s*:\s*(\{\{(\w+)\}\})?$/, (tail, _, name?: string) =>
        name === undefined || LINKS.has(name) ? '.' : tail,
      )
      const names = [...told.matchAll(new RegExp(PLACEHOLDER, 'g'))].map(([, name = '']) => name)
      if (!names.every((name) => TOLD_IN_PREVIEW.has(name))) continue
      preview = `${preview} ${plain([piecesOf(told, values) ?? []], language)}`.trim()
      if (preview.length >= PREVIEW_MIN) break
    }
    if (preview !== '') return preview.replaceAll(/\s+/g, ' ')
  }
  return ''
}

/** Sorts the mails of an office; in the mail it has a line of its own. */
const REFERENCE_OF_SUBJECT = / \(\{\{reference\}\}\)$/

/**
 * What the mail says in one language, without its end. The HTML has the subject as its title, so that a forwarded or
 * printed mail says what it is about. The plain text has none: programs that show it print the subject above it.
 */
function partOf(mail: MailToRender): Part {
  const { language, template } = mail
  const words = WORDS[language]
  const {
    subject,
    title = subject.replace(REFERENCE_OF_SUBJECT, ''),
    greeting,
    paragraphs,
    button,
    note = '',
  } = words.templates[template]
  const values = allValues(mail, words)
  const hello =
    greeting === undefined
      ? undefined
      : (piecesOf(greeting, values) ?? piecesOf(words.greeting, values))
  const body = [
    hello,
    ...paragraphs.map((paragraph) => piecesOf(paragraph, values, button)),
  ].filter((pieces) => pieces !== undefined)
  const aside = piecesOf(note, values) ?? []
  const ofLine = (line: string) => (piecesOf(line, values) ?? []).map(oneLine)
  const headed = ofLine(title)
  const said = plain([headed], language)
  return {
    language,
    subject: plain([ofLine(subject)], language),
    title: headed,
    preview: previewOf(words.templates[template], values, language),
    body: body.filter((pieces) => plain([pieces], language) !== said),
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
  const why = WHY[template]
  const { paragraphs, note = '' } = words.templates[template]
  // Staff have other ways than the form for visitors, and a mail that names the form already does not name it twice.
  const saysWhere = [...paragraphs, note].some((text) => text.includes('{{contactUrl}}'))
  const replies = why === 'staff' || why === 'office' || saysWhere ? [] : [words.replies]
  const footer = [words.why[why], ...replies, words.footer].flatMap((text) => {
    const pieces = piecesOf(text, {
      ...allValues(mail, words),
      sender: (mail.sender ?? '').replace(UNWANTED, '').trim() || common.appName,
    })
    return pieces === undefined ? [] : [pieces]
  })
  const subject = parts.map((part) => part.subject).join(' · ')
  return {
    subject,
    text: `${parts.map(({ text }) => text).join(`\n\n${RULE}\n\n`)}\n\n-- \n${plain(footer, language)}\n`,
    html: layOut({
      name: common.appName,
      association: ASSOCIATION[language],
      subject,
      parts,
      footer,
    }),
  }
}
