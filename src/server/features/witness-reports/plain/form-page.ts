import { INCIDENT_DAY_FIRST } from '#shared/domain/report/report-rules.ts'
import { groupReceipt } from '#shared/domain/report/witness-rules.ts'
import type { Language } from '#shared/domain/text/languages.ts'
import type { Notice } from './desk.ts'
import { html, type Html } from './html.ts'
import { linkButton, page, PLAIN_PATH, RECEIPT_PATH } from './layout.ts'
import type { FormFaults, FormFields } from './read-form.ts'
import { faultsText, filled, textsOf, type Texts } from './texts.ts'

/** Pieces of evidence that the form takes; more are sent with the receipt. */
export const FILE_SLOTS = 3

interface FormPage {
  readonly language: Language
  readonly fields: FormFields
  /** Drawn once for the form, so that it is filed once. */
  readonly key: string
  readonly faults?: FormFaults | undefined
  readonly notice?: Notice | undefined
}

type Name = Exclude<keyof FormFields, 'lang' | 'key'>

/** Left blank, these are filed as unknown. */
const OPTIONAL: readonly Name[] = [
  'googleMapLink',
  'actor',
  'actorName',
  'actorDesc',
  'actorAccount',
  'incidentDate',
]

/** `required` says it to who does not see the mark. */
const MUST = html`<span class="must" aria-hidden="true"> *</span>`
export const invalid = (fault: string | undefined): Html =>
  fault === undefined ? html`` : html` aria-invalid="true"`
/** Above its field, as the hint is, so that it is read before the field is corrected. */
export const faultLine = (name: string, fault: string | undefined): Html | false =>
  fault !== undefined && html`<p class="bad" id="${name}-fault">${fault}</p>`

/** In the order of the page. */
const IN_ORDER = [
  'type',
  'description',
  'victim',
  'incidentDate',
  'country',
  'city',
  'googleMapLink',
  'actor',
  'actorName',
  'actorDesc',
  'actorAccount',
] as const

/** What is to correct, each with a link to its field. @param labels in the order of the page */
export function faultBox(
  language: Language,
  labels: readonly (readonly [name: string, label: string])[],
  faults: FormFaults,
): Html {
  const { fields } = textsOf(language)
  const missing: readonly string[] = Object.values(fields.fault.missing)
  const found = labels.flatMap(([name, label]) => {
    const fault = faults[name]
    if (fault === undefined) return []
    // "Say who was harmed." names its field.
    const text = missing.includes(fault) ? fault : filled(fields.fault.of, { name: label, fault })
    return [html`<li><a href="#${name}">${text}</a></li>`]
  })
  return html`<div class="box alert" role="alert">
    <strong>${faultsText(language, found.length)}</strong>
    <ul>
      ${found}
    </ul>
  </div>`
}

export const noticeBox = ({ title, text }: Notice): Html =>
  html`<div class="box alert" role="alert">
    <strong>${title}</strong>
    ${text !== '' && html`<p>${text}</p>`}
  </div>`

const fileSlots = (language: Language): Html[] => {
  const { words } = textsOf(language)
  return Array.from(
    { length: FILE_SLOTS },
    (_, index) =>
      html`<fieldset>
        <legend>${words.evidence.file} ${index + 1}</legend>
        ${fileFields(language, index)}
      </fieldset>`,
  )
}

interface FileSaid {
  readonly about?: string | undefined
  readonly fault?: string | undefined
}

/** What a file shows stands before the file: it comes first in what the browser sends. */
export function fileFields(
  language: Language,
  index: number,
  { about = '', fault }: FileSaid = {},
): Html {
  const { evidence } = textsOf(language).words
  const name = `file${index}`
  return html`<div class="field">
      <label for="about${index}">${evidence.about}</label
      ><input
        id="about${index}"
        name="about"
        dir="auto"
        maxlength="2000"
        autocomplete="off"
        value="${about}"
      />
    </div>
    <div class="field">
      <label for="${name}">${evidence.file}</label>
      ${faultLine(name, fault)}<input
        id="${name}"
        name="file"
        type="file"
        ${fault !== undefined && html` aria-describedby="${name}-fault"`}${invalid(fault)}
      />
    </div>`
}

interface ReceiptForm {
  readonly language: Language
  readonly receipt: string
  readonly act: string
  readonly inner: Html
}

/**
 * The receipt goes along in each form: it is in no address and in no cookie. The browser would refuse a form in its own
 * language: the server answers in that of the page.
 */
export const receiptForm = ({ language, receipt, act, inner }: ReceiptForm): Html =>
  html`<form
    method="post"
    action="${RECEIPT_PATH}"
    enctype="multipart/form-data"
    autocomplete="off"
    novalidate
  >
    <input type="hidden" name="lang" value="${language}" /><input
      type="hidden"
      name="act"
      value="${act}"
    /><input type="hidden" name="receipt" value="${receipt}" />${inner}
  </form>`

/** What matters most in view, the rest folded. */
const foldedAdvice = (words: Texts['words']): Html =>
  html`<details class="box warning">
      <summary><strong>${words.advice.title}</strong><span>${words.advice.short}</span></summary>
      <ul>
        <li>${words.advice.danger}</li>
        <li>${words.advice.place}</li>
        <li>${words.advice.tor}</li>
        <li>${words.advice.names}</li>
        <li>${words.advice.stored}</li>
      </ul>
    </details>
    <details class="box">
      <summary><strong>${words.privacy.title}</strong></summary>
      <ul>
        <li>${words.privacy.who}</li>
        <li>${words.privacy.why}</li>
        <li>${words.privacy.read}</li>
        <li>${words.privacy.kept}</li>
        <li>${words.privacy.rights}</li>
      </ul>
    </details>`

/** Below the heading of their part, which says already whose they are. */
const labelsOf = (names: Texts['fields']['field']) => ({
  ...names,
  description: names.description_part,
  actor: names.actor_part,
  actorName: names.actorName_part,
  actorDesc: names.actorDesc_part,
  actorAccount: names.actorAccount_part,
})

export function formPage({ language, fields, key, faults, notice }: FormPage): Html {
  const texts = textsOf(language)
  const { words } = texts
  const names = texts.fields.field
  const labels = labelsOf(names)
  const hints: Readonly<Partial<Record<string, string>>> = texts.fields.hint
  const input = (name: Name, kind: 'line' | 'paragraph' | 'url' | 'date'): Html => {
    const isOptional = OPTIONAL.includes(name)
    const fault = faults?.[name]
    const value = fields[name] ?? ''
    const described = html`aria-describedby="${name}-hint${fault === undefined ? '' : ` ${name}-fault`}"${invalid(fault)}`
    const required = isOptional ? html`` : html` required`
    const control =
      kind === 'paragraph'
        ? html`<textarea
            id="${name}"
            name="${name}"
            dir="auto"
            maxlength="10000"
            ${described}${required}
          >
${value}</textarea>`
        : kind === 'date'
          ? html`<input
              id="${name}"
              name="${name}"
              type="date"
              min="${INCIDENT_DAY_FIRST}"
              value="${value}"
              ${described}
            />`
          : html`<input
              id="${name}"
              name="${name}"
              dir="${kind === 'url' ? 'ltr' : 'auto'}"
              maxlength="${kind === 'url' ? 2_000 : 300}"
              autocomplete="off"
              value="${value}"
              ${described}${required}
            />`
    return html`<div class="field">
      <label for="${name}">${labels[name as keyof typeof labels]}${!isOptional && MUST}</label>
      <p class="hint" id="${name}-hint">
        ${hints[name] ?? ''}${name === 'googleMapLink' && html` ${words.plain.optional}`}
      </p>
      ${faultLine(name, fault)}${control}
    </div>`
  }
  const country = fields.country ?? 'SD'
  // The browser would refuse the form in its own language, and under the head: the server answers in that of the page.
  const body = html`<h1>${words.title}</h1>
    ${notice !== undefined && noticeBox(notice)}${
      faults !== undefined &&
      faultBox(
        language,
        IN_ORDER.map((name) => [name, names[name]]),
        faults,
      )
    }
    <p>${words.lead}</p>
    ${linkButton(`${RECEIPT_PATH}?lang=${language}`, words.haveReceipt)} ${foldedAdvice(words)}
    <form
      method="post"
      action="${PLAIN_PATH}"
      enctype="multipart/form-data"
      autocomplete="off"
      novalidate
    >
      <input type="hidden" name="lang" value="${language}" /><input
        type="hidden"
        name="key"
        value="${key}"
      />
      <h2>${texts.fields.part.what}</h2>
      <p class="hint">${texts.ui.requiredNote}</p>
      <div class="field">
        <label for="type">${labels.type}${MUST}</label>
        ${faultLine('type', faults?.['type'])}<select
          id="type"
          name="type"
          ${faults?.['type'] !== undefined && html` aria-describedby="type-fault"`}${invalid(faults?.['type'])}
        >
          <option value="">${texts.fields.type.choose}</option>
          ${texts.types.map((title) => html`<option${fields.type === title ? html` selected` : ''}>${title}</option>`)}
        </select>
      </div>
      <div class="field">
        <label for="ownType">${words.plain.ownType}</label
        ><input
          id="ownType"
          name="ownType"
          dir="auto"
          maxlength="300"
          autocomplete="off"
          value="${fields.ownType ?? ''}"
        />
      </div>
      ${input('description', 'paragraph')}${input('victim', 'line')}${input('incidentDate', 'date')}
      <h2>${texts.fields.part.where}</h2>
      <div class="field">
        <label for="country">${labels.country}${MUST}</label
        ><select id="country" name="country">
          ${texts.countries.map(({ code, name }) => html`<option value="${code}" ${code === country ? html` selected` : ''}>${name}</option>`)}
        </select>
      </div>
      ${input('city', 'line')}${input('googleMapLink', 'url')}
      <fieldset class="part" aria-labelledby="who">
        <h2 id="who">${texts.fields.part.who}</h2>
        <p class="hint">${texts.fields.unsaid.blank}</p>
        ${input('actor', 'line')}${input('actorName', 'line')}${input('actorDesc', 'paragraph')}${input('actorAccount', 'line')}
      </fieldset>
      <h2>${texts.fields.part.evidence}</h2>
      <p>${words.plain.files}</p>
      <p class="hint">${words.evidence.refusedKinds}</p>
      ${(notice ?? faults) !== undefined && html`<p>${words.plain.chooseAgain}</p>`}
      ${fileSlots(language)}
      <button type="submit">${words.submit}</button>
    </form>`
  return page({ language, path: PLAIN_PATH, body })
}

/** The receipt, and which files were refused. */
export function filedPage(language: Language, receipt: string, refused: readonly Notice[]): Html {
  const { words } = textsOf(language)
  const body = html`<h1>${words.receipt.title}</h1>
    <div class="box">
      <strong>${words.receipt.label}</strong>
      <p class="receipt">${groupReceipt(receipt)}</p>
    </div>
    <ul>
      <li><strong>${words.receipt.once}</strong></li>
      <li>${words.receipt.write}</li>
      <li>${words.receipt.secret}</li>
      <li>${words.receipt.back}</li>
    </ul>
    ${refused.map(noticeBox)}
    ${receiptForm({
      language,
      receipt,
      act: 'open',
      inner: html`<button type="submit">${words.receipt.goOn}</button>`,
    })}`
  return page({ language, path: PLAIN_PATH, body })
}

export function messagePage(language: Language, { title, text }: Notice): Html {
  const { words } = textsOf(language)
  const body = html`<h1>${title}</h1>
    <p>${text}</p>
    ${linkButton(`${PLAIN_PATH}?lang=${language}`, words.newReport)}
    ${linkButton(`${RECEIPT_PATH}?lang=${language}`, words.haveReceipt)}`
  return page({ language, path: PLAIN_PATH, body })
}
