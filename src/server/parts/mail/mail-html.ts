/**
 * The HTML of a mail: one column, styles on the elements (mail programs drop style sheets), nothing
 * from other hosts.
 */
import { directionOf, textDirection, type Language } from '#shared/domain/text/languages.ts'

export interface HtmlPiece {
  readonly kind: 'words' | 'value' | 'link' | 'code'
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
  header:
    'padding:16px 24px;background:#0d5f41;color:#ffffff;font-size:22px;line-height:1.3;font-weight:bold;letter-spacing:1px',
  body: 'padding:24px',
  other: 'margin:24px 0 0;padding:24px 0 0;border-top:1px solid #d9dccf',
  paragraph: 'margin:0 0 16px',
  code: "margin:0 0 16px;padding:16px;background:#eceee5;color:#17211b;text-align:center;font-family:Consolas,'Courier New',monospace;font-size:34px;line-height:1.2;font-weight:bold;letter-spacing:6px;-webkit-user-select:all;user-select:all",
  button: 'padding:0;background:#0d5f41;border-radius:8px',
  // The border is the size of the button where a mail program takes no padding on a link.
  buttonLink:
    'display:inline-block;padding:8px 18px;border:4px solid #0d5f41;border-radius:8px;background:#0d5f41;color:#ffffff;font-weight:bold;text-decoration:none',
  plainLink: 'margin:8px 0 16px;font-size:13px;line-height:1.4',
  link: 'color:#0d5f41;word-break:break-all',
  note: 'margin:24px 0 16px;padding:16px 0 0;border-top:1px solid #d9dccf;font-size:14px;color:#546059',
  footer: 'margin:0 0 8px;font-size:13px;color:#546059',
} as const

/**
 * Only the changes for dark mail programs: a program that drops it shows the light mail, which is
 * complete without it.
 */
const DARK = `@media (prefers-color-scheme:dark){
.page{background:#0e1511!important}
.sheet{background:#161f1a!important;color:#eef1ea!important}
.code{background:#1f2a24!important;color:#eef1ea!important}
.button,.button a{background:#5ec596!important;border-color:#5ec596!important;color:#06140d!important}
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
const isolated = (safe: string, direction: 'ltr' | 'rtl'): string =>
  `<span dir="${direction}">${safe}</span>`

function inline({ kind, text, leftToRight }: HtmlPiece): string {
  const safe = escaped(text).replaceAll('\n', '<br>')
  if (kind === 'words') return safe
  // The visible text is the address: a mail that hides the target of a link teaches people to trust
  // any link.
  if (kind === 'link')
    return `<a href="${safe}" dir="ltr" class="link" style="${STYLE.link}">${isolated(safe, 'ltr')}</a>`
  return isolated(safe, leftToRight || kind === 'code' ? 'ltr' : directionOf(text))
}

/**
 * The address is written below the button, for mail programs without buttons and for readers who
 * check the target.
 */
function button(link: HtmlPiece, label: string): string {
  return `${TABLE}><tr><td class="button" bgcolor="#0d5f41" style="${STYLE.button}"><a href="${escaped(link.text)}" style="${STYLE.buttonLink}">${escaped(label)}</a></td></tr></table>
<p style="${STYLE.plainLink}">${inline(link)}</p>`
}

function paragraph(pieces: readonly HtmlPiece[], style: string, className = ''): string {
  const [only] = pieces
  if (pieces.length === 1 && only?.kind === 'code')
    return `<p dir="ltr" class="code" style="${STYLE.code}">${escaped(only.text)}</p>`
  const last = pieces.at(-1)
  if (last?.button !== undefined)
    return `${paragraph(pieces.slice(0, -1), style, className)}\n${button(last, last.button)}`
  return `<p${className === '' ? '' : ` class="${className}"`} style="${style}">${pieces.map(inline).join('')}</p>`
}

interface MailPart {
  readonly language: Language
  readonly title: string
  readonly body: readonly (readonly HtmlPiece[])[]
  readonly note: readonly HtmlPiece[]
}

const aligned = (language: Language): string =>
  textDirection(language) === 'rtl' ? 'right' : 'left'

const contentOf = ({ body, note }: Pick<MailPart, 'body' | 'note'>): string =>
  `${body.map((pieces) => paragraph(pieces, STYLE.paragraph)).join('\n')}
${note.length === 0 ? '' : paragraph(note, STYLE.note, 'quiet')}`

/** The same in another language, which may have another direction. */
const otherPart = ({ language, ...part }: MailPart): string =>
  `<div lang="${language}" dir="${textDirection(language)}" align="${aligned(language)}" style="${STYLE.other}">
${contentOf(part)}
</div>`

export function layOut({
  name,
  parts: [first, ...others],
  footer,
}: {
  /** The association, as its web site names it. */
  readonly name: string
  /** One for each language; the first one is the language of the mail. */
  readonly parts: readonly [MailPart, ...MailPart[]]
  readonly footer: readonly (readonly HtmlPiece[])[]
}): string {
  const { language, title } = first
  const direction = textDirection(language)
  // Some mail programs keep neither <html> nor <body>, so the sheet names language and direction again.
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(title)}</title>
<style>${DARK}</style></head>
<body dir="${direction}" class="page" style="${STYLE.page}">
<div lang="${language}" dir="${direction}">
${TABLE} width="100%" class="page" style="${STYLE.page}"><tr><td align="center" style="${STYLE.outer}">
${TABLE} width="560" dir="${direction}" class="sheet" style="${STYLE.sheet}">
<tr><td bgcolor="#0d5f41" align="${aligned(language)}" style="${STYLE.header}">${isolated(escaped(name), directionOf(name))}</td></tr>
<tr><td align="${aligned(language)}" style="${STYLE.body}">
${contentOf(first)}
${others.map(otherPart).join('\n')}
${footer.map((pieces) => paragraph(pieces, STYLE.footer, 'quiet')).join('\n')}
</td></tr></table>
</td></tr></table>
</div>
</body>
</html>
`
}
