/** The form of a report without scripts. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { createWitnessReport, PLAIN_REPORTS_IN_ALL } from '#shared/contract/witness-reports.ts'
import type { Language } from '#shared/domain/text/languages.ts'
import type { Deps } from '../../../deps.ts'
import { refuse, type Outcome } from '../../../outcome.ts'
import { hitOrigin } from '../../../security/throttle.ts'
import { fileReport, takesWitnesses, type Filed } from '../file-report.ts'
import {
  attachFile,
  fileNotice,
  languageOf,
  networksFor,
  refusalNotice,
  statusOf,
  withTrail,
  type Notice,
} from './desk.ts'
import { filedPage, formPage, messagePage } from './form-page.ts'
import { sendPage } from './layout.ts'
import { readForm, readReportForm, type FormFaults, type FormFields } from './read-form.ts'
import { textsOf } from './texts.ts'

export async function showForm(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const language = languageOf(request)
  if (await takesWitnesses(deps))
    return sendPage(reply, 200, formPage({ language, fields: {}, key: randomUUID() }))
  return sendPage(reply, 410, messagePage(language, textsOf(language).words.closed))
}

type Filing =
  | { readonly kind: 'done'; readonly outcome: Outcome<Filed> }
  | { readonly kind: 'faults'; readonly faults: FormFaults }

async function file(deps: Deps, request: FastifyRequest, fields: FormFields): Promise<Filing> {
  const reading = readReportForm(fields, textsOf(languageOf(request, fields.lang)))
  if (!reading.ok) return { kind: 'faults', faults: reading.faults }
  const hit = await hitOrigin(deps, {
    name: 'witness.plain/all',
    limits: PLAIN_REPORTS_IN_ALL,
    networks: networksFor(deps, request),
  })
  if (!hit.ok)
    return { kind: 'done', outcome: refuse('too-many', { retryAfterS: hit.retryAfterS }) }
  const outcome = await withTrail(deps, request, createWitnessReport, (trail) =>
    fileReport(deps, reading.body, trail),
  )
  return { kind: 'done', outcome }
}

/** The form again, with what was written and what is wrong. */
function formAgain(
  reply: FastifyReply,
  language: Language,
  fields: FormFields,
  filing: Filing,
): FastifyReply {
  const texts = textsOf(language)
  const refusal = filing.kind === 'done' && !filing.outcome.ok ? filing.outcome : undefined
  if (refusal?.code === 'witness-closed')
    return sendPage(reply, 410, messagePage(language, refusalNotice(language, refusal)))
  const isDay = refusal?.fields?.some(({ path }) => path === 'body.incidentDate') === true
  const faults =
    filing.kind === 'faults'
      ? filing.faults
      : isDay
        ? { incidentDate: texts.fields.fault.day }
        : undefined
  const incomplete = { title: texts.words.incomplete, text: texts.words.incompleteText }
  return sendPage(
    reply,
    refusal === undefined ? 422 : statusOf(refusal),
    formPage({
      language,
      fields,
      key: fields.key ?? randomUUID(),
      faults,
      notice:
        faults !== undefined || refusal === undefined
          ? incomplete
          : refusalNotice(language, refusal),
    }),
  )
}

/**
 * The report is filed when the fields are there, before the first file: a file that is refused, or a
 * line that breaks, loses no report. The same form sent again gets a new receipt for it.
 */
export async function takeForm(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  let filing: Filing | undefined
  const refused: Notice[] = []
  const fields = await readForm(request, async (part, before) => {
    filing ??= await file(deps, request, before)
    if (filing.kind !== 'done' || !filing.outcome.ok) return
    const language = languageOf(request, before.lang)
    const added = await attachFile(deps, request, filing.outcome.value.reportId, part, language)
    if (!added.ok) refused.push(fileNotice(language, added))
  })
  const language = languageOf(request, fields?.lang)
  const { plain } = textsOf(language).words
  if (fields === undefined && filing === undefined)
    return sendPage(reply, 400, messagePage(language, { title: plain.failed, text: plain.again }))
  filing ??= await file(deps, request, fields ?? {})
  return filing.kind === 'done' && filing.outcome.ok
    ? sendPage(reply, 200, filedPage(language, filing.outcome.value.receipt, refused))
    : formAgain(reply, language, fields ?? {}, filing)
}
