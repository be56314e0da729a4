/** HTML whose values are escaped by the template itself. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
type HtmlPart = string | number | Html | undefined | false | readonly HtmlPart[]

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => ESCAPES[char] ?? '')

function textOf(part: HtmlPart): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return part.map(textOf).join('')
}

export const html = (pieces: TemplateStringsArray, ...values: readonly HtmlPart[]): Html =>
  new Html(
    pieces
      .map((piece, index) => piece + (index < values.length ? textOf(values[index]) : ''))
      .join(''),
  )
