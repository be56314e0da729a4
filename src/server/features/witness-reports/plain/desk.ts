/** What the pages without scripts share: the language, quotas, the audit row of a call, refusals in words. */
import type { FastifyRequest } from 'fastify'
import type { RouteDefinition } from '#shared/contract/base/define-route.ts'
import type { ProblemCode } from '#shared/contract/base/problem.ts'
import { addWitnessEvidence, type WitnessReport } from '#shared/contract/witness-reports.ts'
import { isLanguage, type Language } from '#shared/domain/text/languages.ts'
import { refuse, type Outcome, type Refusal } from '../../../base/outcome.ts'
import type { Deps } from '../../../deps/deps.ts'
import { createAuditTrail } from '../../../http/audit-trail.ts'
import { networksOf } from '../../../http/principal/caller.ts'
import { unstorableFields } from '../../../http/storable-text.ts'
import { ANONYMOUS } from '../../../parts/audit/audit-log.ts'
import { acceptedLanguage } from '../../../parts/mail/mail-language.ts'
import { hitCaller } from '../../../parts/security/throttle.ts'
import type { Trail } from '../file-report.ts'
import { addEvidence } from '../receipt-calls.ts'
import type { FormFile } from './read-form.ts'
import { sendFile } from './send-file.ts'
import { filled, minutesText, textsOf } from './texts.ts'

export interface Notice {
  readonly title: string
  readonly text: string
}

/** The language of the form, else of the address, else of the browser. */
export function languageOf(request: FastifyRequest, said?: string): Language {
  const asked = said ?? (request.query as { readonly lang?: unknown }).lang // whatever the address says
  return isLanguage(asked) ? asked : (acceptedLanguage(request.headers['accept-language']) ?? 'en')
}

export const networksFor = (
  { tracelessNetworks }: Pick<Deps, 'tracelessNetworks'>,
  { ip }: FastifyRequest,
) => tracelessNetworks.hide(networksOf(ip))

/** Runs a command of a route with the audit row that the route declares. */
export async function withTrail<T>(
  deps: Deps,
  request: FastifyRequest,
  route: RouteDefinition,
  command: (trail: Trail) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const trail = createAuditTrail(deps, { route, requestId: request.id, actor: ANONYMOUS })
  const outcome = await command(trail)
  await (outcome.ok ? trail.finish() : trail.finishRefused(outcome))
  return outcome
}

/** The quota that the route has for one receipt; both ways count together. */
export async function receiptQuota(
  deps: Deps,
  route: RouteDefinition,
  reportId: number,
): Promise<Refusal | undefined> {
  const hit = await hitCaller(deps, route, `witness:${reportId}`)
  return hit.ok ? undefined : refuse('too-many', { retryAfterS: hit.retryAfterS })
}

export const isStorable = (text: string): boolean =>
  unstorableFields(text, 'body', new Set()).length === 0

/** Sends the file of a form and takes it into the report. */
export async function attachFile(
  deps: Deps,
  request: FastifyRequest,
  reportId: number,
  file: FormFile,
  language: Language,
): Promise<Outcome<WitnessReport>> {
  const over = await receiptQuota(deps, addWitnessEvidence, reportId)
  if (over !== undefined) return over
  const description = file.about.trim() || textsOf(language).words.evidence.unsaid
  if (!isStorable(description)) return refuse('invalid')
  const sent = await sendFile(deps, reportId, file, {
    networks: networksFor(deps, request),
    requestId: request.id,
  })
  if (!sent.ok) return sent
  const read = addWitnessEvidence.request.body.safeParse({ fileUrl: sent.value, description })
  if (!read.success) return refuse('invalid')
  const piece = { fileId: read.data.fileUrl, description: read.data.description }
  return withTrail(deps, request, addWitnessEvidence, (trail) =>
    addEvidence(deps, reportId, piece, trail, request.id),
  )
}

const STATUS: Readonly<Partial<Record<ProblemCode, number>>> = {
  'too-many': 429,
  busy: 429,
  'witness-closed': 410,
  'receipt-unknown': 404,
  conflict: 409,
}
export const statusOf = ({ code }: Refusal): number => STATUS[code] ?? 422

const isOverQuota = ({ code }: Refusal): boolean => code === 'too-many' || code === 'busy'

/** What happened, and what the reader can do. */
export function refusalNotice(language: Language, refusal: Refusal): Notice {
  const { closed, plain } = textsOf(language).words
  if (refusal.code === 'witness-closed') return closed
  const text =
    refusal.retryAfterS === undefined
      ? plain.again
      : minutesText(language, Math.ceil(refusal.retryAfterS / 60))
  return { title: isOverQuota(refusal) ? plain.tooMany : plain.failed, text }
}

/** Which file was refused, why, and what its sender can do. */
export function fileNotice(language: Language, name: string, refusal: Refusal): Notice {
  const {
    words,
    ui: { faults },
  } = textsOf(language)
  const { evidence } = words
  const title = filled(evidence.refusedOf, { name })
  if (isOverQuota(refusal)) return { title, text: refusalNotice(language, refusal).text }
  const code = refusal.fields?.[0]?.code ?? ''
  const fault = Object.hasOwn(faults, code) ? faults[code as keyof typeof faults] : undefined
  const said = fault === undefined || fault.includes('{{') ? '' : `${fault} `
  return { title, text: `${said}${evidence.refusedKinds}` }
}
