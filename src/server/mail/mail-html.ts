/** The HTML of a mail: one column, styles on the elements (mail programs drop style sheets), nothing from outside. */
import { textDirection, type Language } from '#shared/domain/languages.ts'

export interface HtmlPiece {
  readonly kind: 'words' | 'value' | 'link' | 'code'
  readonly text: string
  readonly leftToRight: boolean
}

const FONT = "font-family:'Noto Sans','IBM Plex Sans Arabic',Tahoma,Arial,sans-serif"
const STYLE = {
  page: 'margin:0;padding:24px 12px;background:#f5f5f4',
  sheet: `max-width:560px;margin:0 auto;padding:24px;background:#ffffff;color:#1c1917;font-size:16px;line-height:1.6;${FONT}`,
  paragraph: 'margin:0 0 16px',
  code: "margin:0 0 16px;padding:16px;background:#f5f5f4;color:#1c1917;text-align:center;font-family:Consolas,'Courier New',monospace;font-size:34px;line-height:1.2;font-weight:bold;letter-spacing:6px;-webkit-user-select:all;user-select:all",
  link: 'color:#166534;word-break:break-all',
  note: 'margin:24px 0 16px;padding:16px 0 0;border-top:1px solid #d6d3d1;font-size:14px;color:#57534e',
  footer: 'margin:0;font-size:13px;color:#57534e',
} as const

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

function inline({ kind, text, leftToRight }: HtmlPiece): string {
  const safe = escaped(text).replaceAll('\n', '<br>')
  if (kind === 'words') return safe
  // The address itself is what people see: a mail that hides where a link leads teaches them to trust any link.
  if (kind === 'link') return `<a href="${safe}" dir="ltr" style="${STYLE.link}"><bdi dir="ltr">${safe}</bdi></a>`
  return `<bdi dir="${leftToRight || kind === 'code' ? 'ltr' : 'auto'}">${safe}</bdi>`
}

function paragraph(pieces: readonly HtmlPiece[], style: string): string {
  const [only] = pieces
  if (pieces.length === 1 && only?.kind === 'code') return `<p dir="ltr" style="${STYLE.code}">${escaped(only.text)}</p>`
  return `<p style="${style}">${pieces.map(inline).join('')}</p>`
}

export function layOut({ language, title, body, note, footer }: {
  readonly language: Language
  readonly title: string
  readonly body: readonly (readonly HtmlPiece[])[]
  readonly note: readonly HtmlPiece[]
  readonly footer: readonly HtmlPiece[]
}): string {
  const direction = textDirection(language)
  // Some mail programs keep neither <html> nor <body>, so the sheet names language and direction again.
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title></head>
<body dir="${direction}" style="${STYLE.page}">
<div lang="${language}" dir="${direction}" style="${STYLE.sheet}">
${body.map((pieces) => paragraph(pieces, STYLE.paragraph)).join('\n')}
${paragraph(note, STYLE.note)}
${paragraph(footer, STYLE.footer)}
</div>
</body>
</html>
`
}
