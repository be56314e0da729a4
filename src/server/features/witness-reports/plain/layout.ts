/** The frame of the pages without scripts. Nothing is loaded besides the page itself. */
import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { LANGUAGES, textDirection, type Language } from '#shared/domain/text/languages.ts'
import { html, Html } from './html.ts'
import { APP_NAME, LANGUAGE_NAMES, textsOf } from './texts.ts'

export const PLAIN_PATH = '/tell-plain'
export const RECEIPT_PATH = `${PLAIN_PATH}/receipt`

/** A field scrolls into view with its label, hint and fault, which stand above it, and below the head that stays. */
const STYLE = `:root{color-scheme:light dark;--paper:#f4f5ef;--sheet:#fff;--ink:#17211b;--muted:#546059;--line:#8a948d;--brand:#0d5f41;--on:#fff;--bad:#a3211c;--warn:#8a5a00;--warn-soft:#fcefd0}
@media (prefers-color-scheme:dark){:root{--paper:#121814;--sheet:#1b231e;--ink:#eef1ec;--muted:#aab4ad;--line:#7b867f;--brand:#7fd1ab;--on:#0e1512;--bad:#ff9d94;--warn:#e0b050;--warn-soft:#2e2612}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.6 "Noto Sans","IBM Plex Sans Arabic",Tahoma,Arial,sans-serif}
html{scroll-padding-top:5rem}
main,header{max-width:44rem;margin-inline:auto;padding:.5rem 1rem}
header{position:sticky;top:0;z-index:1;background:var(--paper);border-bottom:1px solid var(--line);display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;justify-content:space-between}
nav{display:flex;gap:.5rem}
nav a{padding-block:.6rem;font-weight:600}
h1{font-size:1.75rem;line-height:1.3;margin:.5rem 0}
h2{font-size:1.375rem;line-height:1.3;margin:2rem 0 .5rem}
main>p{margin-block:.5rem}
main>.muted:last-child{margin-block-start:1.5rem}
a{color:var(--brand)}
.button,button{display:inline-block;min-height:2.75rem;padding:.5rem 1.25rem;border:1px solid transparent;border-radius:.5rem;background:var(--brand);color:var(--on);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
.second{border-color:var(--line);background:var(--sheet);color:var(--ink)}
.leave,.danger{background:var(--bad);color:var(--sheet)}
.leave{padding-inline:.5rem;margin-inline-start:auto}
.field{margin-block:1.25rem}
.must{color:var(--bad)}
label,legend{display:block;margin-block-end:.375rem;font-weight:600}
.field :is(label+.hint,label+.bad){margin-block-start:-.125rem}
.check{display:flex;gap:.75rem;align-items:start;min-height:2.75rem;padding-block:.6rem;font-weight:400}
.check input{flex:none;width:1.5rem;height:1.5rem;margin:0;accent-color:var(--brand)}
input:not([type=checkbox]),select,textarea{width:100%;min-height:2.75rem;padding:.5rem;border:1px solid var(--line);border-radius:.5rem;background:var(--sheet);color:var(--ink);font:inherit}
textarea{min-height:7rem}
.field :is(input,select,textarea){scroll-margin-top:7rem}
.alert ul{margin:0;padding-inline-start:1.25rem}
.alert li a{display:inline-block;min-height:2.75rem;padding-block:.6rem}
[aria-invalid]{border:2px solid var(--bad)!important}
.check [aria-invalid]{outline:2px solid var(--bad)}
:focus-visible{outline:3px solid var(--brand);outline-offset:2px}
.hint,.muted{color:var(--muted);font-size:.9rem;margin:.25rem 0}
.bad{color:var(--bad);font-weight:600;margin:.25rem 0}
.show{color:var(--brand);text-decoration:underline;white-space:nowrap}
.box{border:1px solid var(--line);border-inline-start-width:.3rem;border-radius:.5rem;background:var(--sheet);padding:.75rem 1rem;margin-block:1rem}
.box.alert{border-color:var(--bad)}
.box.done{border-color:var(--brand)}
.box.warning{border-color:var(--warn);background:var(--warn-soft)}
details.box{padding-block:0;margin-block:.5rem}
summary{min-height:2.75rem;padding-block:.6rem;cursor:pointer}
.box summary span{display:block;font-size:.9rem}
details ul{margin:0 0 .75rem;padding-inline-start:1.25rem}
.box p{margin:.25rem 0}
.receipt{text-align:center;font:600 1.6rem/1.4 Consolas,"Courier New",monospace;letter-spacing:.08em;text-wrap:balance;direction:ltr;unicode-bidi:isolate}
.text{white-space:pre-wrap;overflow-wrap:anywhere;margin:.25rem 0}
fieldset{border:1px solid var(--line);border-radius:.5rem;margin:1rem 0;padding:.5rem 1rem}
.part{border:0;margin:0;padding:0}`

/** As it is hashed: the formatter of this file must not touch it. */
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`)

export const linkButton = (address: string, label: string): Html =>
  html`<p><a class="button second" href="${address}">${label}</a></p>`

/** No script at all, and forms that go to this server alone. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

interface Page {
  readonly language: Language
  /** Where the links to the other languages lead. */
  readonly path: string
  readonly body: Html
}

export function page({ language, path, body }: Page): Html {
  const { words } = textsOf(language)
  const others = LANGUAGES.filter((other) => other !== language)
  return html`<!doctype html>
    <html lang="${language}" dir="${textDirection(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${APP_NAME}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <header>
          <nav>
            ${others.map((other) => html`<a href="${path}?lang=${other}" lang="${other}" hreflang="${other}">${LANGUAGE_NAMES[other]}</a> `)}
          </nav>
          <a class="button leave" href="about:blank" rel="noreferrer">${words.leave}</a>
        </header>
        <main>
          ${body}
          <p class="muted">${words.plain.leaveHint}</p>
        </main>
      </body>
    </html> `
}

export const sendPage = (reply: FastifyReply, status: number, { text }: Html): FastifyReply =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', POLICY)
    // With `no-referrer` old browsers would send our own forms with `Origin: null`.
    .header('referrer-policy', 'same-origin')
    .send(text)
