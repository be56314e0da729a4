/** The page of a receipt without scripts: state, messages, more files, withdrawal. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  withdrawWitnessReport,
  writeToStaff,
  type WitnessReport,
} from '#shared/contract/witness-reports.ts'
import { DIALOGUE_TEXT_MAX, readReceipt } from '#shared/domain/report/witness-rules.ts'
import type { Language } from '#shared/domain/text/languages.ts'
import { refuse, type Outcome, type Refusal } from '../../../base/outcome.ts'
import type { Deps } from '../../../deps/deps.ts'
import { resolveWitness, type Witness } from '../../../http/principal/witness.ts'
import { readReport, withdraw, writeMessage } from '../receipt-calls.ts'
import {
  attachFile,
  fileNotice,
  isStorable,
  languageOf,
  networksFor,
  receiptQuota,
  refusalNotice,
  statusOf,
  withTrail,
  type Notice,
} from './desk.ts'
import { messagePage } from './form-page.ts'
import { sendPage } from './layout.ts'
import { readForm, type FormFaults, type FormFields } from './read-form.ts'
import { askReceiptPage, receiptPage } from './receipt-page.ts'
import { textsOf, type Texts } from './texts.ts'

/** What is missing in a form, in the language of the page. Files are read while the form arrives: what came is there. */
function faultsIn(language: Language, fields: FormFields, hasFile: boolean): FormFaults {
  const { words, ui, fields: texts } = textsOf(language)
  const { act, text = '', sure } = fields
  if (act === 'write' && text.trim() === '') return { text: ui.faults.required }
  if (act === 'write' && text.length > DIALOGUE_TEXT_MAX) return { text: texts.fault.tooLong }
  if (act === 'add' && !hasFile) return { file0: ui.faults.no_file }
  if (act === 'withdraw' && sure !== 'yes') return { sure: words.withdraw.unsure }
  return {}
}

const doneText = ({ words }: Texts, act: string | undefined): string | undefined =>
  act === 'write' ? words.messages.sent : act === 'add' ? words.evidence.arrived : undefined

/** Undefined where the form only opens the report. */
async function perform(
  deps: Deps,
  request: FastifyRequest,
  reportId: number,
  fields: FormFields,
): Promise<Outcome<WitnessReport> | undefined> {
  if (fields.act === 'write') {
    const given = { text: fields.text ?? '', seen: Number(fields.seen) }
    const read = writeToStaff.request.body.safeParse(given)
    if (!read.success || !isStorable(given.text)) return refuse('invalid')
    return (
      (await receiptQuota(deps, writeToStaff, reportId)) ??
      withTrail(deps, request, writeToStaff, (trail) =>
        writeMessage(deps, reportId, read.data, trail),
      )
    )
  }
  if (fields.act === 'withdraw') {
    return (
      (await receiptQuota(deps, withdrawWitnessReport, reportId)) ??
      withTrail(deps, request, withdrawWitnessReport, (trail) => withdraw(deps, reportId, trail))
    )
  }
  return undefined
}

function noticeOf(
  language: Language,
  act: string | undefined,
  refusal: Refusal,
  fileName: string,
): Notice {
  const { messages, plain } = textsOf(language).words
  if (act === 'add') return fileNotice(language, fileName, refusal)
  return refusal.code === 'conflict'
    ? { title: plain.failed, text: messages.newer }
    : refusalNotice(language, refusal)
}

export async function takeReceipt(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  let opened: Outcome<Witness> | undefined
  let added: Outcome<WitnessReport> | undefined
  let fileName = ''
  const open = async ({ receipt = '' }: FormFields): Promise<Outcome<Witness>> =>
    (opened ??= await resolveWitness(deps, readReceipt(receipt), networksFor(deps, request)))
  const fields = await readForm(request, async (part, before) => {
    const witness = await open(before)
    if (!witness.ok || before.act !== 'add' || added !== undefined) return
    fileName = part.name
    added = await attachFile(
      deps,
      request,
      witness.value.reportId,
      part,
      languageOf(request, before.lang),
    )
  })
  const language = languageOf(request, fields?.lang)
  const { open: words, plain } = textsOf(language).words
  if (fields === undefined)
    return sendPage(reply, 400, messagePage(language, { title: plain.failed, text: plain.again }))
  const receipt = readReceipt(fields.receipt ?? '')
  if (receipt === undefined)
    return sendPage(
      reply,
      422,
      askReceiptPage({ language, fault: words.malformed, said: fields.receipt }),
    )
  const witness = await open(fields)
  if (!witness.ok) {
    const isUnknown = witness.code === 'receipt-unknown'
    const text = isUnknown ? words.unknown : refusalNotice(language, witness).text
    return sendPage(
      reply,
      statusOf(witness),
      askReceiptPage({ language, fault: text, said: fields.receipt }),
    )
  }
  const { reportId } = witness.value
  const faults = faultsIn(language, fields, added !== undefined)
  const isFaulty = Object.keys(faults).length > 0
  const outcome = added ?? (isFaulty ? undefined : await perform(deps, request, reportId, fields))
  const report = outcome?.ok === true ? outcome : await readReport(deps, reportId)
  if (!report.ok)
    return sendPage(reply, statusOf(report), askReceiptPage({ language, fault: words.unknown }))
  const refusal = outcome?.ok === false ? outcome : undefined
  return sendPage(
    reply,
    refusal === undefined ? (isFaulty ? 422 : 200) : statusOf(refusal),
    receiptPage({
      language,
      receipt,
      report: report.value,
      faults,
      ...(refusal !== undefined && { notice: noticeOf(language, fields.act, refusal, fileName) }),
      ...(outcome?.ok === true
        ? { done: doneText(textsOf(language), fields.act) }
        : { said: fields }),
    }),
  )
}
