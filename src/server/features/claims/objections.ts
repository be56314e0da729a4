/** Objections to reports: somebody says that something is wrong with one (ADR 0086). */
import * as contract from '#shared/contract/claims.ts'
import { dueDate } from '#shared/domain/claim-objection.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { FALLBACK_LANGUAGE } from '#shared/domain/text/languages.ts'
import { isoNow } from '../../base/clock.ts'
import { emailKey, readPhone } from '../../base/contact-keys.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Handler } from '../../http/handlers.ts'
import { wantScrub } from '../../parts/database/want-scrub.ts'
import { acceptedLanguage } from '../../parts/mail/mail-language.ts'
import { enqueueMail } from '../../parts/mail/outbox.ts'
import { demandProof } from '../../parts/security/proof-of-work.ts'
import { takeReference } from '../../parts/security/reference.ts'
import { countInTotal } from '../../parts/security/throttle.ts'
import {
  findClaim,
  insertClaim,
  shownReplies,
  showReply,
  wroteObjection,
} from '../../records/claims/claim-repository.ts'
import { mayDecide } from '../../records/claims/policy.ts'
import { contestedFor, presentFullClaim, senderLanguage } from '../../records/claims/present.ts'
import { textCleanerOf, withholdingOf } from '../../records/reports/protection.ts'
import { isPublished } from '../../records/reports/published.ts'
import { changeReport, findReport, lockReport } from '../../records/reports/report-repository.ts'
import { searchColumnsOf } from '../../records/reports/search-columns.ts'
import { claimAddress, officeMailbox } from './mailbox.ts'

const REFERENCE_PREFIX = 'MSG'
const DAY_MS = 86_400_000

/**
 * The report is not looked up: neither the reply nor its time tells whether a report that is not
 * public has the number. Nothing is hidden by it, however many there are.
 */
export const sendObjection: Handler<typeof contract.sendObjection> = async (
  { headers, body, caller, facts },
  deps,
) => {
  const address = emailKey(body.email)
  const unproven = await demandProof(
    deps,
    facts,
    contract.sendObjection,
    headers['x-proof-of-work'],
    address,
  )
  if (unproven !== undefined) return unproven
  await countInTotal(deps, contract.sendObjection)
  const { firstName, lastName, email, kind, message, reportId, named } = body
  const phone =
    body.phoneNumber === undefined ? '' : (readPhone(body.phoneNumber) ?? body.phoneNumber)
  return facts.transact(async (transaction) => {
    const now = deps.clock.now()
    const claim = {
      member_id: caller?.memberId ?? null,
      first_name: firstName,
      last_name: lastName,
      email,
      phone,
      subject: 'violation' as const,
      message,
      language: acceptedLanguage(headers['accept-language']) ?? null,
      kind,
      report_id: reportId,
      due_at: dueDate(kind, now),
      named: named && kind === 'reply' ? (1 as const) : (0 as const),
      created_at: now.toISOString(),
    }
    const isAcknowledged = await wroteObjection(
      transaction,
      address,
      new Date(now.getTime() - DAY_MS).toISOString(),
    )
    const reference = await takeReference(REFERENCE_PREFIX, (id) =>
      insertClaim(transaction, { ...claim, id }),
    )
    await enqueueMail(deps, transaction, {
      to: await officeMailbox(transaction, deps.config.mailFrom),
      language: FALLBACK_LANGUAGE,
      template: 'objection-message',
      values: {
        reference,
        report: String(reportId),
        objection: kind,
        name: fullName({ firstName, lastName }),
        email,
        until: claim.due_at,
        message,
        link: claimAddress(deps, reference),
      },
    })
    // Nobody has proven the address: one mail a day, with no word that the sender chose.
    if (!isAcknowledged)
      await enqueueMail(deps, transaction, {
        to: email,
        language: await senderLanguage(transaction, claim),
        template: 'objection-received',
        values: { reference, report: String(reportId), until: claim.due_at },
      })
    facts.trace({ target: `claim:${reference}`, detail: { kind, report: reportId } })
    return done({ sent: true as const, reference })
  })
}

export const listReplies: Handler<typeof contract.listReplies> = async (
  { params },
  { database: { db } },
) => {
  const report = await findReport(db, params.id)
  if (report === undefined || !isPublished(report)) return refuse('not-found')
  const clean = textCleanerOf(report, withholdingOf(report))
  const replies = await shownReplies(db, report.id)
  return done(
    replies.flatMap((row) => {
      if (row.shown_at === null) return []
      const name = fullName({ firstName: row.first_name, lastName: row.last_name })
      return [
        {
          id: row.id,
          // A name that is withheld in the report would be read under it.
          name: row.named === 1 && clean(name) === name ? name : null,
          text: clean(row.message),
          at: row.shown_at,
        },
      ]
    }),
  )
}

/**
 * Hiding wants an open objection, so that nobody hides a report without a reason that is on record.
 * Showing it again is possible after the decision too.
 */
export const contestReport: Handler<typeof contract.contestReport> = (
  { params, body: { contested }, caller, facts },
  deps,
) =>
  facts.transact(async (transaction) => {
    const claim = await findClaim(transaction, params.id)
    if (claim === undefined || claim.kind === null || claim.report_id === null)
      return refuse('not-found')
    if (!(await mayDecide(transaction, caller, claim))) return refuse('own-account-protected')
    if (contested && claim.status !== 'open')
      return refuse('already-decided', {
        extra: { current: await presentFullClaim(transaction, claim) },
      })
    const before = await lockReport(transaction, claim.report_id)
    if (before === undefined) return refuse('not-found')
    // Who decides one objection has not looked at the other, which may still be open.
    const holder = await contestedFor(transaction, before)
    if (!contested && holder !== null && holder !== claim.id)
      return refuse('conflict', { extra: { current: await presentFullClaim(transaction, claim) } })
    if (contested !== (before.contested_at !== null)) {
      const at = isoNow(deps.clock)
      const contested_at = contested ? at : null
      await changeReport(transaction, before.id, {
        contested_at,
        contested_for: contested ? claim.id : null,
        version: before.version + 1,
        updated_at: at,
        ...searchColumnsOf({ ...before, contested_at }),
      })
      // Its words were in the search index in the open while it was public.
      if (contested) await wantScrub(transaction, at)
    }
    facts.trace({
      target: `report:${before.id}`,
      detail: { claim: claim.id, contested, hidden: contested ? 1 : 0 },
    })
    return done(await presentFullClaim(transaction, claim))
  })

export const showReplyOfClaim: Handler<typeof contract.showReplyOfClaim> = (
  { params, body: { shown }, caller, facts },
  deps,
) =>
  facts.transact(async (transaction) => {
    const before = await findClaim(transaction, params.id)
    if (before?.kind !== 'reply') return refuse('not-found')
    if (!(await mayDecide(transaction, caller, before))) return refuse('own-account-protected')
    const shownAt = shown ? (before.shown_at ?? isoNow(deps.clock)) : null
    const claim = await showReply(transaction, before.id, shownAt)
    if (claim === undefined) return refuse('not-found')
    facts.trace({ target: `claim:${claim.id}`, detail: { report: claim.report_id, shown } })
    return done(await presentFullClaim(transaction, claim))
  })
