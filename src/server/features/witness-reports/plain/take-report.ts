import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
/** The form of a report without scripts. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  createWitnessReport,
  PLAIN_REPORTS,
  PLAIN_REPORTS_IN_ALL,
} from '#shared/contract/witness-reports.ts'
import type { Language } from '#shared/domain/text/languages.ts'
import { refuse, type Outcome } from '../../../base/outcome.ts'
import { createWorkGate, networkHolder, type Holder } from '../../../base/work-gate.ts'
import type { Deps } from '../../../deps/deps.ts'
import { countInTotal, hitOrigin, useOfTotal } from '../../../parts/security/throttle.ts'
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

const PLAIN_TOTAL = { id: 'witness.plain/all', limits: PLAIN_REPORTS_IN_ALL }
/** A place of the queue takes as long, so a flood files two reports a second at most. */
const PACE_MS = 500
const BUSY_RETRY_S = 60
/** Places are shared by networks: a flood waits for its own forms, and displaces its own (ADR 0064). */
const queue = createWorkGate({ atOnce: 1, queueMax: 200, holderMax: 10 })

/**
 * A form without scripts can do no work. So above the total of the hour it waits in a queue, in which
 * the next turn is that of another network: who comes from a fresh one is never refused.
 */
async function inTurn<T>(
  deps: Deps,
  holder: Holder,
  work: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  if ((await useOfTotal(deps, PLAIN_TOTAL, 0)) < 1) return work()
  const passed = await queue.pass(async () => {
    await setTimeout(PACE_MS)
    return work()
  }, holder)
  return passed.ok ? passed.value : refuse('busy', { retryAfterS: BUSY_RETRY_S })
}

type Filing =
  | { readonly kind: 'done'; readonly outcome: Outcome<Filed> }
  | { readonly kind: 'faults'; readonly faults: FormFaults }

async function file(deps: Deps, request: FastifyRequest, fields: FormFields): Promise<Filing> {
  const reading = readReportForm(fields, textsOf(languageOf(request, fields.lang)))
  if (!reading.ok) return { kind: 'faults', faults: reading.faults }
  const networks = networksFor(deps, request)
  // A form that must be corrected is no report yet: neighbours on one address must not wait for it.
  const hit = await hitOrigin(deps, { name: 'witness.plain', limits: PLAIN_REPORTS, networks })
  if (!hit.ok)
    return { kind: 'done', outcome: refuse('too-many', { retryAfterS: hit.retryAfterS }) }
  const holder = networkHolder(networks)
  const outcome = await inTurn(deps, holder, () =>
    withTrail(deps, request, createWitnessReport, (trail) =>
      fileReport(deps, reading.body, trail, holder),
    ),
  )
  if (outcome.ok) await countInTotal(deps, PLAIN_TOTAL)
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
  if (refusal?.retryAfterS !== undefined)
    void reply.header('retry-after', String(Math.ceil(refusal.retryAfterS)))
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
          ? undefined
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
    if (!added.ok) refused.push(fileNotice(language, part.name, added))
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
