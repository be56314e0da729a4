/**
 * The receipt of an erasure in the words of the person: a page that reads on a phone and prints on one sheet. It lies beside the
 * signed file in the last mail (ADR 0041), so it needs no script, no network and no account, and it says of the person what the
 * signed file says: the card number.
 */
import ar from '#locales/ar/mail.json' with { type: 'json' }
import common from '#locales/en/common.json' with { type: 'json' }
import en from '#locales/en/mail.json' with { type: 'json' }
import fr from '#locales/fr/mail.json' with { type: 'json' }
import { LOCALE_TAGS, textDirection, type Language } from '#shared/domain/text/languages.ts'
import { parisTime } from '#shared/domain/text/paris-time.ts'
import { escaped } from '../mail-html.ts'
import { RECEIPT_FILE, readErasureReceipt, type ErasureRule } from './erasure-receipt.ts'

export const RECEIPT_PAGE = 'wld-erasure-receipt.html'

type Words = (typeof en)['erasureReceipt']
const WORDS: Readonly<Record<Language, Words>> = {
  en: en.erasureReceipt,
  ar: ar.erasureReceipt,
  fr: fr.erasureReceipt,
}
const IN_PARIS: Readonly<Record<Language, string>> = {
  en: en.inParis,
  ar: ar.inParis,
  fr: fr.inParis,
}
const AUTHORITY: Readonly<Record<Language, string>> = {
  en: 'https://www.cnil.fr/en/complaints',
  ar: 'https://www.cnil.fr/fr/plaintes',
  fr: 'https://www.cnil.fr/fr/plaintes',
}

/** How long things were kept on the day of the erasure, in days. Numbers as text: they wait in the outbox with the mail. */
export interface KeptDays {
  readonly donationDays: string
  readonly auditDays: string
  /** Blank where the server makes no backups. */
  readonly backupDays: string
}

interface ErasurePage extends KeptDays {
  readonly language: Language
  readonly rule: ErasureRule
  /** The text of the signed file. */
  readonly receipt: string
  /** Name, seat and address of the association; blank while it has not said them. */
  readonly sender: string
}

const STYLE = `:root{color-scheme:light dark;--paper:#f4f5ef;--sheet:#fff;--ink:#17211b;--muted:#546059;--line:#d9dccf;--brand:#0d5f41}
@media (prefers-color-scheme:dark){:root{--paper:#0e1511;--sheet:#161f1a;--ink:#eef1ea;--muted:#a6b3aa;--line:#2d3a33;--brand:#5ec596}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.55 "Noto Sans","IBM Plex Sans Arabic",Tahoma,Arial,sans-serif}
main{max-width:46rem;margin:0 auto;padding:1.25rem 1rem 2rem;background:var(--sheet);border-top:.5rem solid var(--brand)}
.name{margin:0;color:var(--brand);font-weight:700;letter-spacing:.05em}
h1{margin:.25rem 0;font-size:1.5rem;line-height:1.3}
h2{margin:1.5rem 0 .5rem;font-size:1.1rem}
p{margin:.5rem 0;overflow-wrap:anywhere}
ul{margin:.5rem 0;padding-inline-start:1.25rem}
dl{margin:1rem 0;padding:.75rem 1rem;border:1px solid var(--line);border-radius:.5rem}
dt,.until{color:var(--muted);font-size:.9rem}
dd{margin:0 0 .5rem;font-weight:600;overflow-wrap:anywhere}
dd:last-child{margin-bottom:0}
table{width:100%;border-collapse:collapse}
th,td{padding:.5rem 0;border-bottom:1px solid var(--line);text-align:start;vertical-align:top}
a{color:var(--brand);overflow-wrap:anywhere}
code{display:block;margin:.5rem 0;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.5rem;font:.85rem/1.5 Consolas,"Courier New",monospace;overflow-wrap:anywhere;text-align:left}
@media (max-width:40rem){thead{display:none}tr,td{display:block}td{padding:0;border:0}tr{padding:.6rem 0;border-bottom:1px solid var(--line)}td:first-child{font-weight:600}td:last-child::before{content:attr(data-label) " · "}}
@media (min-width:40.01rem){th+th,td+td{padding-inline-start:1rem}td:last-child{min-width:9rem}dl{display:grid;grid-template-columns:1fr 1fr;gap:.25rem 1.5rem}dl div:nth-child(n){min-width:0}dd{margin:0}}
@page{size:A4;margin:12mm}
@media print{:root{color-scheme:light;--paper:#fff;--sheet:#fff;--ink:#000;--muted:#333;--line:#999;--brand:#0d5f41}
html{font-size:9pt}body{line-height:1.3}main{max-width:none;padding:.5rem 0 0}h2{margin-top:.8rem}th,td{padding:.25rem 0}tr,dl{break-inside:avoid}}`

const leftToRight = (text: string): string => `<bdi dir="ltr">${escaped(text)}</bdi>`
const link = (address: string): string =>
  `<a href="${escaped(address)}" dir="ltr">${escaped(address)}</a>`

/** Whole years are said as years. */
function period(language: Language, days: string): string {
  const count = Number(days)
  const years = count / 365
  const unit = Number.isInteger(years) ? 'year' : 'day'
  return new Intl.NumberFormat(LOCALE_TAGS[language], {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  }).format(unit === 'year' ? years : count)
}

function keptRows({ language, donationDays, auditDays, backupDays }: ErasurePage): string {
  const { kept } = WORDS[language]
  const days = { number: '', reports: '', donations: donationDays, audit: auditDays }
  const rows = { ...days, ...(backupDays !== '' && { backups: backupDays }) }
  return Object.entries(rows)
    .map(([name, count]) => {
      const [what = '', why = '', until = ''] = kept.items[name as keyof typeof kept.items] // a key of the rows above
      const said = until.replace('{{period}}', count === '' ? '' : period(language, count))
      return `<tr><td>${escaped(what)}</td><td>${escaped(why)}</td><td class="until" data-label="${escaped(kept.until)}">${escaped(said)}</td></tr>`
    })
    .join('\n')
}

/** @returns undefined where the file is no receipt of this program: then the mail has the file alone */
export function writeErasurePage(page: ErasurePage): string | undefined {
  const signed = readErasureReceipt(page.receipt)
  if (signed === undefined) return undefined
  const { language, rule, sender } = page
  const { receipt, sha256 } = signed
  const { association, cardNumber, erasedAt, receiptId, key } = receipt
  const words = WORDS[language]
  const number = new Intl.NumberFormat(LOCALE_TAGS[language])
  const at = IN_PARIS[language].replace('{{when}}', parisTime(erasedAt, language))
  const facts: readonly (readonly [string, string])[] = [
    [words.card, leftToRight(cardNumber)],
    [words.when, escaped(at)],
    [words.who, escaped(words.rule[rule])],
    [words.number, leftToRight(receiptId)],
  ]
  const counts = escaped(words.erased.counts)
    .replace('{{files}}', number.format(receipt.files))
    .replace('{{reports}}', number.format(receipt.reportsWithoutName))
    .replace('{{pledges}}', number.format(receipt.pledgesWithoutName))
  const { kept, ask, check } = words
  return `<!doctype html>
<html lang="${language}" dir="${textDirection(language)}">
<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(words.title)}</title>
<style>${STYLE}</style></head>
<body>
<main>
<p class="name">${escaped(common.appName)}</p>
<h1>${escaped(words.title)}</h1>
<p>${escaped(words.lead)}</p>
<dl>${facts.map(([label, value]) => `<div><dt>${escaped(label)}</dt><dd>${value}</dd></div>`).join('\n')}</dl>
<h2>${escaped(words.erased.title)}</h2>
<ul>${words.erased.items.map((item) => `<li>${escaped(item)}</li>`).join('\n')}</ul>
<p>${counts}</p>
<h2>${escaped(kept.title)}</h2>
<table><thead><tr><th scope="col">${escaped(kept.what)}</th><th scope="col">${escaped(kept.why)}</th><th scope="col">${escaped(kept.until)}</th></tr></thead>
<tbody>${keptRows(page)}</tbody></table>
<h2>${escaped(ask.title)}</h2>
<p>${escaped(ask.association)}${sender === '' ? '' : ` <bdi>${escaped(sender)}</bdi>,`} ${link(`${association}/contact`)}</p>
<p>${escaped(ask.authority)} ${link(AUTHORITY[language])}</p>
<h2>${escaped(check.title)}</h2>
<p>${escaped(check.file).replace('{{file}}', leftToRight(RECEIPT_FILE))} ${escaped(check.association)}</p>
<p>${escaped(check.alone)}</p>
<code dir="ltr">npm run evidence:verify -- ${RECEIPT_FILE} --key ${escaped(key.x)}</code>
<p>${escaped(check.key)} ${link(`${association}/api/report/evidence/keys`)}</p>
<p>${escaped(check.fingerprint)} ${leftToRight(sha256)}</p>
</main>
</body>
</html>
`
}
