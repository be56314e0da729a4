import type { WitnessReport } from '#shared/contract/witness-reports.ts'
import { groupReceipt } from '#shared/domain/report/witness-rules.ts'
import type { Language } from '#shared/domain/text/languages.ts'
import type { Notice } from './desk.ts'
import { fileFields, noticeBox } from './form-page.ts'
import { html, type Html } from './html.ts'
import { page, PLAIN_PATH, RECEIPT_PATH } from './layout.ts'
import { dateText, filled, textsOf } from './texts.ts'

export function askReceiptPage(language: Language, fault?: string): Html {
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
        <label for="receipt">${words.open.field}</label
        ><input
          id="receipt"
          name="receipt"
          inputmode="numeric"
          dir="ltr"
          maxlength="40"
          autocomplete="off"
          required
          aria-describedby="receipt-hint"
        />
        <p class="hint" id="receipt-hint">${words.open.hint}</p>
        ${fault !== undefined && html`<p class="bad" role="alert">${fault}</p>`}
      </div>
      <button type="submit">${words.open.submit}</button>
    </form>
    <p><a href="${PLAIN_PATH}?lang=${language}">${words.newReport}</a></p>`
  return page({ language, path: RECEIPT_PATH, body })
}

interface ReceiptPage {
  readonly language: Language
  readonly receipt: string
  readonly report: WitnessReport
  readonly notice?: Notice | undefined
  /** A message that was not sent, so that it need not be written again. */
  readonly draft?: string | undefined
}

export function receiptPage({ language, receipt, report, notice, draft = '' }: ReceiptPage): Html {
  const texts = textsOf(language)
  const { words } = texts
  const kinds: Readonly<Record<string, string>> = texts.fields.kind
  // The receipt goes along in each form: it is in no address and in no cookie.
  const form = (act: string, inner: Html): Html =>
    html`<form
      method="post"
      action="${RECEIPT_PATH}"
      enctype="multipart/form-data"
      autocomplete="off"
    >
      <input type="hidden" name="lang" value="${language}" /><input
        type="hidden"
        name="act"
        value="${act}"
      /><input type="hidden" name="receipt" value="${receipt}" /><input
        type="hidden"
        name="seen"
        value="${report.messages.length}"
      />${inner}
    </form>`
  const body = html`<h1>${words.report.title}</h1>
    <details class="muted">
      <summary>
        ${words.receipt.label} <span aria-hidden="true">•••• •••• •••• ••••</span>
        ${words.receipt.show}
      </summary>
      <bdi dir="ltr">${groupReceipt(receipt)}</bdi>
    </details>
    ${notice !== undefined && noticeBox(notice)}
    <p><strong>${words.state.label}</strong> ${words.state[report.state]}</p>
    <p class="muted">
      ${filled(words.report.filed, { date: dateText(language, report.filedAt) })}${report.type !== '' && html` · <bdi>${report.type}</bdi>`}
    </p>
    <h2>${words.messages.title}</h2>
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
                <label for="text">${words.messages.field}</label
                ><textarea id="text" name="text" dir="auto" maxlength="5000" required>
${draft}</textarea>
              </div>
              <button type="submit">${words.messages.send}</button>`,
          )
        : html`<p>${words.messages.closed}</p>`
    }
    <h2>${words.evidence.title}</h2>
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
              ${fileFields(language, 1)}<button type="submit">${words.evidence.add}</button>`,
          )
        : report.mayWrite && html`<p>${words.evidence.closed}</p>`
    }
    ${
      report.mayWrite &&
      report.state !== 'withdrawn' &&
      html`<h2>${words.withdraw.title}</h2>
        <p>${words.withdraw.text}</p>
        ${form(
          'withdraw',
          html`<div class="field">
              <label class="check"
                ><input type="checkbox" name="sure" value="yes" required />
                ${words.withdraw.sure}</label
              >
            </div>
            <button type="submit">${words.withdraw.submit}</button>`,
        )}`
    }`
  return page({ language, path: RECEIPT_PATH, body })
}
