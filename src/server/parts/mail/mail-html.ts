import { directionOf, textDirection, type Language } from '#shared/domain/text/languages.ts'
/**
 * The HTML of a mail: one column, styles on the elements (mail programs drop style sheets), nothing
 * from other hosts. The emblem comes with the mail.
 */
import { EMBLEM_EDGE_PX, EMBLEM_ID } from './emblem.ts'

export interface HtmlPiece {
  /** `lead`: the bold beginning of a paragraph. `quote`: what another person wrote. `account`: lines of a bank account, such as "IBAN FR76". */
  readonly kind: 'words' | 'lead' | 'value' | 'link' | 'code' | 'quote' | 'account'
  readonly text: string
  readonly leftToRight: boolean
  /** Label of the link as a button; a link without a label is a line of text. */
  readonly button?: string
}

const FONT = "font-family:'Noto Sans','IBM Plex Sans Arabic',Tahoma,Arial,sans-serif"
/** The colours are those of the light theme of the web site; `DARK` names those of the dark one. */
const STYLE = {
  page: 'margin:0;padding:0;background:#f4f5ef',
  outer: 'padding:24px 12px',
  // Outlook reads the width of the attribute and no greatest width; the others read this one.
  sheet: `width:100%;max-width:560px;background:#ffffff;color:#17211b;font-size:16px;line-height:1.6;${FONT}`,
  header: 'padding:12px 24px;background:#0d5f41;color:#ffffff',
  // Of the table in the head: some programs give it the colour and the size of their own tables.
  headed: `color:#ffffff;font-size:18px;line-height:1.2;font-weight:bold;letter-spacing:1px;${FONT}`,
  association: 'font-size:12px;font-weight:normal;letter-spacing:0',
  emblem: 'border:0;display:block',
  title: 'margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:bold',
  body: 'padding:24px',
  other: 'margin:24px 0 0;padding:24px 0 0;border-top:1px solid #d9dccf',
  paragraph: 'margin:0 0 16px',
  code: "margin:0 0 16px;padding:16px;background:#eceee5;color:#17211b;text-align:center;font-family:Consolas,'Courier New',monospace;font-size:34px;line-height:1.2;font-weight:bold;letter-spacing:6px;-webkit-user-select:all;user-select:all",
  box: 'width:100%;margin:0 0 16px;background:#eceee5;color:#17211b',
  label: 'padding:6px 12px;font-size:14px;color:#546059',
  fact: 'padding:6px 12px;font-weight:bold;word-break:break-word;overflow-wrap:anywhere',
  quote: 'padding:12px 16px;word-break:break-word;overflow-wrap:anywhere',
  button: 'padding:0;background:#0d5f41;border-radius:8px',
  // The border is the size of the button where a mail program takes no padding on a link.
  buttonLink:
    'display:inline-block;padding:8px 18px;border:4px solid #0d5f41;border-radius:8px;background:#0d5f41;color:#ffffff;font-weight:bold;text-decoration:none',
  // Small, so that most fit one line of a phone; `break-word` widens no table.
  plainLink: 'margin:8px 0 16px;font-size:12px;line-height:1.4',
  before: 'margin:0',
  lead: 'margin:0 0 8px',
  link: 'color:#0d5f41;font-size:12px;word-break:break-word;overflow-wrap:anywhere',
  linkPiece: 'display:inline-block;text-decoration:underline',
  emailPiece: 'display:inline-block',
  name: 'white-space:nowrap',
  strong: 'font-weight:bold',
  above: 'padding:6px 12px 0;font-size:14px;line-height:1.3;color:#546059',
  below: 'padding:0 12px 6px;font-weight:bold;word-break:break-word;overflow-wrap:anywhere',
  preview:
    'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;color:transparent;mso-hide:all',
  token: 'word-break:break-all',
  note: 'margin:24px 0 0',
  end: 'margin:24px 0 0;padding:16px 0 0;border-top:1px solid #d9dccf',
  footer: 'margin:0 0 8px;font-size:13px;color:#546059',
} as const

/**
 * Only the changes for dark mail programs: a program that drops it shows the light mail, which is
 * complete without it.
 */
const DARK = `@media (prefers-color-scheme:dark){
.page{background:#0e1511!important}
.sheet{background:#161f1a!important;color:#eef1ea!important}
.code,.box{background:#1f2a24!important;color:#eef1ea!important}
.button,.button a{background:#5ec596!important;border-color:#5ec596!important;color:#06140d!important}
.quote{border-color:#5ec596!important}
.link{color:#5ec596!important}
.quiet{color:#a6b3aa!important;border-color:#2d3a33!important}
}`

const TABLE = '<table role="presentation" cellpadding="0" cellspacing="0" border="0"'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

/**
 * What has its own direction. Gmail, Outlook, Yahoo and Orange drop `bdi` (caniemail.com), and without it a card number
 * in an Arabic sentence is shuffled; all keep a span that names its direction.
 */
const isolated = (safe: string, direction: 'ltr' | 'rtl', style = ''): string =>
  `<span dir="${direction}"${style && ` style="${style}"`}>${safe}</span>`

/** Where it needs more lines, they end behind the name of the site or in the token behind the #, and not at a hyphen. */
const address = (safe: string): string =>
  safe.replace(
    /^(https?:\/\/[^/]+\/)?([^#]*#?)(.*)$/,
    (_, site: string = '', path: string, token: string) =>
      [
        [site, STYLE.linkPiece],
        [path, STYLE.linkPiece],
        [token, STYLE.token],
      ]
        .map(([piece, style]) => piece && `<span dir="ltr" style="${style}">${piece}</span>`)
        .join(''),
  )

/** Where it needs more lines, they end behind its @, and then behind its dots. */
const emailAddress = (safe: string): string => {
  const pieces = (text: string, piece: RegExp, inside: (text: string) => string): string =>
    text.replace(piece, (found) => isolated(inside(found), 'ltr', STYLE.emailPiece))
  return isolated(
    pieces(safe, /[^@]+@?/g, (side) => pieces(side, /[^.]+\.?/g, (part) => part)),
    'ltr',
  )
}

/** The name of a file or a reference, which has no place for the end of a line: a browser takes its hyphens for one. */
const isName = ({ text, leftToRight }: HtmlPiece): boolean =>
  leftToRight && /^[\w.-]{1,32}$/.test(text)

function inline(piece: HtmlPiece): string {
  const { kind, text, leftToRight } = piece
  const safe = escaped(text).replaceAll('\n', '<br>')
  if (kind === 'words') return safe
  if (kind === 'lead') return `<span style="${STYLE.strong}">${safe}</span>`
  // The visible text is the address: a mail that hides the target of a link teaches people to trust
  // any link.
  if (kind === 'link')
    return `<a href="${safe}" dir="ltr" class="link" style="${STYLE.link}">${address(safe)}</a>`
  if (isName(piece)) return isolated(safe, 'ltr', STYLE.name)
  return isolated(safe, leftToRight || kind === 'code' ? 'ltr' : directionOf(text))
}

const sentence = (pieces: readonly HtmlPiece[]): string => pieces.map(inline).join('').trim()

const plainLink = (link: HtmlPiece): string => `<p style="${STYLE.plainLink}">${inline(link)}</p>`

/**
 * The address is written below the button, for mail programs without buttons and for readers who
 * check the target.
 */
function button(link: HtmlPiece, label: string): string {
  return `${TABLE}><tr><td class="button" bgcolor="#0d5f41" style="${STYLE.button}"><a href="${escaped(link.text)}" style="${STYLE.buttonLink}">${escaped(label)}</a></td></tr></table>
${plainLink(link)}`
}

/** An address after a colon has a line of its own, as in the plain text: begun in the middle of one, it is broken there. */
const isOwnLine = (piece: HtmlPiece, before: HtmlPiece | undefined): boolean =>
  piece.kind === 'link' && /:\s*$/.test(before?.text ?? '')

const startOf = (direction: 'ltr' | 'rtl') => (direction === 'rtl' ? 'right' : 'left')

/** Another person's words, in their direction: a bar at the edge where their lines begin. */
function quotation({ text }: HtmlPiece): string {
  const direction = directionOf(text)
  const start = startOf(direction)
  return `${TABLE} width="100%" dir="${direction}" class="box" style="${STYLE.box}"><tr><td align="${start}" class="quote" style="${STYLE.quote};border-${start}:4px solid #0d5f41">${escaped(text).replaceAll('\n', '<br>')}</td></tr></table>`
}

/** A few words and a colon at their end. More is a sentence that ends with a value: "Your rights: … Write to: ". */
const LABEL = /^[^:.]{1,28}: $/

/** "Label: value", and nothing else. */
export const isFact = (pieces: readonly HtmlPiece[]): boolean =>
  pieces.length === 2 &&
  pieces[1]?.kind === 'value' &&
  pieces[0]?.kind === 'words' &&
  LABEL.test(pieces[0].text)

/**
 * Facts that follow each other, or the lines of an account, as one box of two columns. The first has its width, or a line
 * across both columns widens it, and a long label takes the room of an address. `isStacked`: each label above its value.
 */
function facts(
  rows: readonly (readonly [label: string, value: string])[],
  language: Language,
  isStacked = false,
) {
  const direction = textDirection(language)
  const start = startOf(direction)
  const cells = rows.map(([label, value]) =>
    label !== '' && isStacked
      ? `<tr><td colspan="2" class="quiet" align="${start}" style="${STYLE.above}">${label}</td></tr><tr><td colspan="2" align="${start}" style="${STYLE.below}">${value}</td></tr>`
      : label === ''
        ? `<tr><td colspan="2" align="${start}" style="${STYLE.fact}">${value}</td></tr>`
        : `<tr><td class="quiet" width="30%" valign="top" align="${start}" style="${STYLE.label}">${label}</td><td valign="top" align="${start}" style="${STYLE.fact}">${value}</td></tr>`,
  )
  return `${TABLE} width="100%" dir="${direction}" class="box" style="${STYLE.box}">${cells.join('')}</table>`
}

const EMAIL = /^[^\s@]+@[^\s@]+$/

const factRow = ([label, value]: readonly HtmlPiece[]): readonly [string, string] => [
  escaped(label?.text ?? '').replace(/\s*:\s*$/, ''),
  value === undefined
    ? ''
    : EMAIL.test(value.text)
      ? emailAddress(escaped(value.text))
      : inline(value),
]

/** With its label beside it, an account number of more than six groups takes three lines of a phone. */
const LONG = /^IBAN (?:\w{4} ){6}/m

/** A phone breaks a long IBAN: its end of a few digits is not left alone on the last line. */
const ibanTogether = (safe: string): string =>
  safe.replace(/(?<=^(?:\w{4} ){4,})\w{4} \w{1,4}$/, (end) => isolated(end, 'ltr', STYLE.name))

const accountRow = (line: string): readonly [string, string] => {
  const [, label = '', value = line] = /^(IBAN|BIC) (.+)$/.exec(line) ?? []
  return [label, isolated(ibanTogether(escaped(value)), label === '' ? directionOf(value) : 'ltr')]
}

function paragraph(pieces: readonly HtmlPiece[], style: string, className = ''): string {
  const [only] = pieces
  if (pieces.length === 1 && only?.kind === 'code')
    return `<p dir="ltr" class="code" style="${STYLE.code}">${escaped(only.text)}</p>`
  const last = pieces.at(-1)
  if (last?.button !== undefined)
    return pieces.length === 1
      ? button(last, last.button)
      : `${paragraph(pieces.slice(0, -1), style, className)}\n${button(last, last.button)}`
  const alone = pieces.findIndex((piece, index) => isOwnLine(piece, pieces[index - 1]))
  const link = pieces[alone]
  if (link !== undefined) {
    const rest = pieces.slice(alone + 1)
    return [
      paragraph(pieces.slice(0, alone), `${style};${STYLE.before}`, className),
      plainLink(link),
      ...(rest.length === 0 ? [] : [paragraph(rest, style)]),
    ].join('\n')
  }
  return `<p${className === '' ? '' : ` class="${className}"`} style="${style}">${sentence(pieces)}</p>`
}

/** The name stands beside it, so it says nothing. */
const EMBLEM = `<img src="cid:${EMBLEM_ID}" width="${EMBLEM_EDGE_PX}" height="${EMBLEM_EDGE_PX}" alt="" style="${STYLE.emblem}">`

/** Who writes, beside the emblem. Outlook keeps no margin of a picture: the spaces are the gap. */
const headOf = (name: string, association: string, language: Language): string =>
  `${TABLE} dir="${textDirection(language)}"><tr><td valign="middle">${EMBLEM}</td><td>&nbsp;&nbsp;</td><td valign="middle" style="${STYLE.headed}">${isolated(escaped(name), directionOf(name))}<br><span style="${STYLE.association}">${escaped(association)}</span></td></tr></table>`

interface MailPart {
  readonly language: Language
  readonly preview: string
  readonly title: readonly HtmlPiece[]
  readonly body: readonly (readonly HtmlPiece[])[]
  readonly note: readonly HtmlPiece[]
}

const aligned = (language: Language): string => startOf(textDirection(language))

function bodyOf(body: MailPart['body'], language: Language): string {
  const blocks: string[] = []
  let rows: (readonly [string, string])[] = []
  for (const [index, pieces] of body.entries()) {
    const last = pieces.at(-1)
    if (isFact(pieces)) {
      rows.push(factRow(pieces))
      if (isFact(body[index + 1] ?? [])) continue
      blocks.push(facts(rows, language))
      rows = []
    } else if (last?.kind === 'quote' || last?.kind === 'account') {
      if (pieces.length > 1) blocks.push(paragraph(pieces.slice(0, -1), STYLE.lead))
      if (last.kind === 'quote') blocks.push(quotation(last))
      else
        for (const account of last.text.split('\n\n'))
          blocks.push(facts(account.split('\n').map(accountRow), language, LONG.test(account)))
    } else blocks.push(paragraph(pieces, STYLE.paragraph))
  }
  return blocks.join('\n')
}

const contentOf = ({ language, title, body, note }: MailPart): string =>
  `<h1 style="${STYLE.title}">${sentence(title)}</h1>
${bodyOf(body, language)}
${note.length === 0 ? '' : `<div style="${STYLE.note}">${paragraph(note, STYLE.paragraph)}</div>`}`

/** The same in another language, which may have another direction. */
const otherPart = (part: MailPart): string =>
  `<div lang="${part.language}" dir="${textDirection(part.language)}" align="${aligned(part.language)}" style="${STYLE.other}">
${contentOf(part)}
</div>`

/** Fills the line of the inbox, or the name, the title and the text of the mail, with its code, would follow there. */
const PREVIEW_END = '&nbsp;&zwnj;'.repeat(100)

/** What an inbox shows beside the subject. The mail itself says it, so it is hidden there, from screen readers as well. */
const preview = ({ preview: text, language }: MailPart): string =>
  `<div dir="${textDirection(language)}" aria-hidden="true" style="${STYLE.preview}">${escaped(text)}${PREVIEW_END}</div>`

export function layOut({
  name,
  association,
  subject,
  parts: [first, ...others],
  footer,
}: {
  /** The association, as its web site names it. */
  readonly name: string
  /** What it is, in the language of the mail. */
  readonly association: string
  readonly subject: string
  /** One for each language; the first one is the language of the mail. */
  readonly parts: readonly [MailPart, ...MailPart[]]
  readonly footer: readonly (readonly HtmlPiece[])[]
}): string {
  const { language } = first
  const direction = textDirection(language)
  // Some mail programs keep neither <html> nor <body>, so the sheet names language and direction again.
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(subject)}</title>
<style>${DARK}</style></head>
<body dir="${direction}" class="page" style="${STYLE.page}">
${preview(first)}
<div lang="${language}" dir="${direction}">
${TABLE} width="100%" class="page" style="${STYLE.page}"><tr><td align="center" style="${STYLE.outer}">
${TABLE} width="560" dir="${direction}" class="sheet" style="${STYLE.sheet}">
<tr><td bgcolor="#0d5f41" align="${aligned(language)}" style="${STYLE.header}">${headOf(name, association, language)}</td></tr>
<tr><td align="${aligned(language)}" style="${STYLE.body}">
${contentOf(first)}
${others.map(otherPart).join('\n')}
<div class="quiet" style="${STYLE.end}">
${footer.map((pieces) => paragraph(pieces, STYLE.footer, 'quiet')).join('\n')}
</div>
</td></tr></table>
</td></tr></table>
</div>
</body>
</html>
`
}
