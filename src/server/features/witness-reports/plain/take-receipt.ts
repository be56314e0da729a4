/** The page of a receipt without scripts: state, messages, more files, withdrawal. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  withdrawWitnessReport,
  writeToStaff,
  type WitnessReport,
} from '#shared/contract/witness-reports.ts'
import { readReceipt } from '#shared/domain/report/witness-rules.ts'
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
import { readForm, type FormFields } from './read-form.ts'
import { askReceiptPage, receiptPage } from './receipt-page.ts'
import { textsOf } from './texts.ts'

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
    if (fields.sure !== 'yes') return refuse('invalid')
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
  if (receipt === undefined) return sendPage(reply, 422, askReceiptPage(language, words.malformed))
  const witness = await open(fields)
  if (!witness.ok) {
    const isUnknown = witness.code === 'receipt-unknown'
    const text = isUnknown ? words.unknown : refusalNotice(language, witness).text
    return sendPage(reply, statusOf(witness), askReceiptPage(language, text))
  }
  const { reportId } = witness.value
  const outcome = added ?? (await perform(deps, request, reportId, fields))
  const report = outcome?.ok === true ? outcome : await readReport(deps, reportId)
  if (!report.ok) return sendPage(reply, statusOf(report), askReceiptPage(language, words.unknown))
  const refusal = outcome?.ok === false ? outcome : undefined
  return sendPage(
    reply,
    refusal === undefined ? 200 : statusOf(refusal),
    receiptPage({
      language,
      receipt,
      report: report.value,
      ...(refusal !== undefined && {
        notice: noticeOf(language, fields.act, refusal, fileName),
        draft: fields.text,
      }),
    }),
  )
}
