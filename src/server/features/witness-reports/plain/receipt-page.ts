import type { WitnessReport } from '#shared/contract/witness-reports.ts'
import { DIALOGUE_TEXT_MAX, groupReceipt } from '#shared/domain/report/witness-rules.ts'
import type { Language } from '#shared/domain/text/languages.ts'
import type { Notice } from './desk.ts'
import { faultBox, faultLine, fileFields, invalid, noticeBox, receiptForm } from './form-page.ts'
import { html, type Html } from './html.ts'
import { linkButton, page, PLAIN_PATH, RECEIPT_PATH } from './layout.ts'
import type { FormFaults, FormFields } from './read-form.ts'
import { dateText, filled, textsOf } from './texts.ts'

/** The one file that the page takes at a time. */
const NEW_FILE = 0

interface AskReceiptPage {
  readonly language: Language
  readonly fault?: string
  readonly said?: string | undefined
}

export function askReceiptPage({ language, fault, said = '' }: AskReceiptPage): Html {
  const { words } = textsOf(language)
  const body = html`<h1>${words.open.title}</h1>
    <form
      method="post"
      action="${RECEIPT_PATH}"
      enctype="multipart/form-data"
      autocomplete="off"
      novalidate
    >
      <input type="hidden" name="lang" value="${language}" /><input
        type="hidden"
        name="act"
        value="open"
      />
      <div class="field">
        <label for="receipt">${words.open.field}</label>
        <p class="hint" id="receipt-hint">${words.open.hint}</p>
        ${faultLine('receipt', fault)}<input
          id="receipt"
          name="receipt"
          inputmode="numeric"
          dir="ltr"
          maxlength="40"
          autocomplete="off"
          required
          value="${said}"
          aria-describedby="receipt-hint${fault === undefined ? '' : ' receipt-fault'}"
          ${invalid(fault)}
        />
      </div>
      <button type="submit">${words.open.submit}</button>
    </form>
    ${linkButton(`${PLAIN_PATH}?lang=${language}`, words.newReport)}`
  return page({ language, path: RECEIPT_PATH, body })
}

interface ReceiptPage {
  readonly language: Language
  readonly receipt: string
  readonly report: WitnessReport
  /** Why nothing was done. */
  readonly notice?: Notice | undefined
  readonly faults?: FormFaults | undefined
  /** What was done. */
  readonly done?: string | undefined
  /** What was not sent, so that it need not be written again. */
  readonly said?: FormFields | undefined
}

export function receiptPage(wish: ReceiptPage): Html {
  const { language, receipt, report, notice, faults = {}, done, said = {} } = wish
  const texts = textsOf(language)
  const { words } = texts
  const kinds: Readonly<Record<string, string>> = texts.fields.kind
  const labels = [
    ['text', words.messages.field],
    [`file${NEW_FILE}`, words.evidence.file],
    ['sure', words.withdraw.title],
  ] as const
  const isFaulty = labels.some(([name]) => faults[name] !== undefined)
  const described = (name: string): Html =>
    faults[name] === undefined
      ? html``
      : html` aria-describedby="${name}-fault"${invalid(faults[name])}`
  const form = (act: string, inner: Html): Html =>
    receiptForm({
      language,
      receipt,
      act,
      inner: html`<input type="hidden" name="seen" value="${report.messages.length}" />${inner}`,
    })
  const messages = html`<h2>${words.messages.title}</h2>
    ${report.messages.length === 0 ? html`<p>${words.messages.none}</p>` : ''}
    ${report.messages.map(
      ({ from, text, at }) =>
        html`<div class="box">
          <strong>${words.messages[from]}</strong>
          <span class="muted">${dateText(language, at)}</span>
          <p class="text" dir="auto">${text}</p>
        </div>`,
    )}
    ${
      report.mayWrite
        ? form(
            'write',
            html`<div class="field">
                <label for="text">${words.messages.field}</label>
                ${faultLine('text', faults['text'])}<textarea
                  id="text"
                  name="text"
                  dir="auto"
                  maxlength="${DIALOGUE_TEXT_MAX}"
                  required
                  ${described('text')}
                >
${said.text ?? ''}</textarea>
              </div>
              <button type="submit">${words.messages.send}</button>`,
          )
        : html`<p>${words.messages.closed}</p>`
    }`
  const evidence = html`<h2>${words.evidence.title}</h2>
    ${
      report.evidence.length === 0
        ? html`<p>${words.evidence.none}</p>`
        : html`<ul>
            ${report.evidence.map(({ evidenceType, description, uploadedAt }) => html`<li>${kinds[evidenceType] ?? ''} · <bdi>${description}</bdi> <span class="muted">${dateText(language, uploadedAt)}</span></li>`)}
          </ul>`
    }
    ${
      report.mayAdd
        ? form(
            'add',
            html`<p class="hint">${words.evidence.refusedKinds}</p>
              ${fileFields(language, NEW_FILE, { about: said.about, fault: faults[`file${NEW_FILE}`] })}<button
                type="submit"
              >
                ${words.evidence.add}
              </button>`,
          )
        : report.mayWrite && html`<p>${words.evidence.closed}</p>`
    }`
  // Of a report in the bin there is the state alone: not that there never was a message or a file.
  const body = html`<h1>${words.report.title}</h1>
    <details class="muted">
      <summary>
        ${words.receipt.label} <span aria-hidden="true">•••• •••• •••• ••••</span>
        <span class="show">${words.receipt.show}</span>
      </summary>
      <bdi dir="ltr">${groupReceipt(receipt)}</bdi>
    </details>
    ${notice !== undefined && noticeBox(notice)}${isFaulty && faultBox(language, labels, faults)}
    ${done !== undefined && html`<div class="box done" role="status">${done}</div>`}
    <p><strong>${words.state.label}</strong> ${words.state[report.state]}</p>
    <p class="muted">
      ${filled(words.report.filed, { date: dateText(language, report.filedAt) })}${report.type !== '' && html` · <bdi>${report.category === null ? report.type : texts.reports.accepted[report.category].title}</bdi>`}
    </p>
    ${report.type !== '' && html`${messages}${evidence}`}
    ${
      report.mayWrite &&
      report.state !== 'withdrawn' &&
      html`<h2>${words.withdraw.title}</h2>
        <p>${words.withdraw.text}</p>
        ${form(
          'withdraw',
          html`<div class="field">
              ${faultLine('sure', faults['sure'])}<label class="check"
                ><input
                  id="sure"
                  type="checkbox"
                  name="sure"
                  value="yes"
                  required
                  ${described('sure')}
                />
                ${words.withdraw.sure}</label
              >
            </div>
            <button type="submit" class="danger">${words.withdraw.submit}</button>`,
        )}`
    }`
  return page({ language, path: RECEIPT_PATH, body })
}
