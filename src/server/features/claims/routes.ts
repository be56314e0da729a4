import * as contract from '#shared/contract/claims.ts'
import { DUE_SOON_DAYS } from '#shared/domain/claim-objection.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { FALLBACK_LANGUAGE } from '#shared/domain/text/languages.ts'
import { DAY_S } from '#shared/domain/units.ts'
import { isoAfter, isoNow } from '../../base/clock.ts'
import { emailKey, readPhone } from '../../base/contact-keys.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import { markTruncated, readPage } from '../../http/paging.ts'
import { acceptedLanguage } from '../../parts/mail/mail-language.ts'
import { enqueueMail } from '../../parts/mail/outbox.ts'
import { demandProof } from '../../parts/security/proof-of-work.ts'
import { takeReference } from '../../parts/security/reference.ts'
import { countInTotal } from '../../parts/security/throttle.ts'
import {
  insertClaim,
  filterClaims,
  readClaims,
  findClaim,
} from '../../records/claims/claim-repository.ts'
import { moveClaim } from '../../records/claims/claim-thread-repository.ts'
import { mayDecide } from '../../records/claims/policy.ts'
import { presentClaim, presentFullClaim, senderLanguage } from '../../records/claims/present.ts'
import { budgetRefusal, logBulk, plainRefusal } from '../../records/members/list-limits.ts'
import { claimAddress, officeMailbox } from './mailbox.ts'
import { contestReport, listReplies, sendObjection, showReplyOfClaim } from './objections.ts'

const REFERENCE_PREFIX = 'MSG'

const sendContactMessage: Handler<typeof contract.sendContactMessage> = async (
  { headers, body, caller, facts },
  deps,
) => {
  const unproven = await demandProof(
    deps,
    facts,
    contract.sendContactMessage,
    headers['x-proof-of-work'],
    emailKey(body.email),
  )
  if (unproven !== undefined) return unproven
  await countInTotal(deps, contract.sendContactMessage)
  const { firstName, lastName, email, subject, message } = body
  const phone = readPhone(body.phoneNumber) ?? body.phoneNumber
  return facts.transact(async (transaction) => {
    const claim = {
      member_id: caller?.memberId ?? null,
      first_name: firstName,
      last_name: lastName,
      email,
      phone,
      subject,
      message,
      language: acceptedLanguage(headers['accept-language']) ?? null,
      created_at: isoNow(deps.clock),
    }
    const reference = await takeReference(REFERENCE_PREFIX, (id) =>
      insertClaim(transaction, { ...claim, id }),
    )
    await enqueueMail(deps, transaction, {
      to: await officeMailbox(transaction, deps.config.mailFrom),
      language: FALLBACK_LANGUAGE,
      template: 'contact-message',
      values: {
        reference,
        subject,
        name: fullName({ firstName, lastName }),
        email,
        phone,
        message,
        link: claimAddress(deps, reference),
      },
    })
    facts.trace({ target: `claim:${reference}`, detail: { subject } })
    return done({ sent: true as const, reference })
  })
}

const listClaims: Handler<typeof contract.listClaims> = async ({ query, caller, facts }, deps) => {
  const { database } = deps
  const tooOften = await plainRefusal(deps, caller.memberId, 'claim.list', query)
  if (tooOften !== undefined) return tooOften
  const answer = await readPage(
    database.db,
    query,
    filterClaims(database.db, database.rules, {
      ...query,
      dueUntil: isoAfter(deps.clock, DUE_SOON_DAYS * DAY_S),
    }),
    (filtered) => readClaims(filtered, query.sort),
  )
  const { length } = answer.kind === 'page' ? answer.page.items : answer.rows
  const usedUp = await budgetRefusal(deps, caller.memberId, 'claim.list', query, length)
  if (usedUp !== undefined) return usedUp
  await logBulk(deps, caller.memberId, 'claim.list', query, length, facts.requestId)
  if (answer.kind === 'page')
    return done({ ...answer.page, items: answer.page.items.map(presentClaim) })
  markTruncated(facts.reply, answer.truncated)
  return done(answer.rows.map(presentClaim))
}

const readClaim: Handler<typeof contract.readClaim> = async (
  { params, facts },
  { database: { db } },
) => {
  const claim = await findClaim(db, params.id)
  if (claim === undefined) return refuse('not-found')
  facts.trace({ target: `claim:${claim.id}` })
  return done(await presentFullClaim(db, claim))
}

/** Stored and mailed in one transaction, so that the thread has the text that the sender reads. */
const replyToClaim: Handler<typeof contract.replyToClaim> = (
  { params, body: { text, resolves, version }, caller, facts },
  deps,
) =>
  facts.transact(async (transaction) => {
    const before = await findClaim(transaction, params.id)
    if (before !== undefined && !(await mayDecide(transaction, caller, before)))
      return refuse('own-account-protected')
    const at = isoNow(deps.clock)
    const change = resolves
      ? { status: 'resolved' as const, note: text, decided_by: caller.memberId, decided_at: at }
      : {}
    const entry = {
      kind: resolves ? ('resolved' as const) : ('reply' as const),
      text,
      mailed: 1 as const,
      author_id: caller.memberId,
      created_at: at,
    }
    const claim = await moveClaim(
      transaction,
      params.id,
      { status: ['open'], version },
      change,
      entry,
    )
    if (claim === undefined) {
      const held = await findClaim(transaction, params.id)
      if (held === undefined) return refuse('not-found')
      return refuse(held.status === 'open' ? 'conflict' : 'already-decided', {
        extra: { current: await presentFullClaim(transaction, held) },
      })
    }
    const presented = await presentFullClaim(transaction, claim)
    await enqueueMail(deps, transaction, {
      to: claim.email,
      language: presented.language,
      template: resolves ? 'claim-answered' : 'claim-replied',
      values: { name: claim.first_name, reference: claim.id, note: text },
    })
    facts.trace({ target: `claim:${claim.id}`, detail: { status: claim.status } })
    return done(presented)
  })

const OPEN = { status: 'open', note: '', decided_by: null, decided_at: null } as const

/** The decision stays in the thread; the claim itself returns to its open state. */
const reopenClaim: Handler<typeof contract.reopenClaim> = (
  { params, body: { note, version }, caller, facts },
  deps,
) =>
  facts.transact(async (transaction) => {
    const entry = {
      kind: 'reopened' as const,
      text: note,
      mailed: 0 as const,
      author_id: caller.memberId,
      created_at: isoNow(deps.clock),
    }
    const claim = await moveClaim(
      transaction,
      params.id,
      { status: ['resolved', 'rejected'], version },
      OPEN,
      entry,
    )
    if (claim === undefined) {
      const held = await findClaim(transaction, params.id)
      return held === undefined
        ? refuse('not-found')
        : refuse('conflict', { extra: { current: await presentFullClaim(transaction, held) } })
    }
    facts.trace({ target: `claim:${claim.id}` })
    return done(await presentFullClaim(transaction, claim))
  })

/**
 * Decided once, and mailed in the transaction of the decision: the sender gets one mail, and none
 * for a decision that failed.
 */
const updateClaim: Handler<typeof contract.updateClaim> = (
  { params, body: { status, note, mailed }, caller, facts },
  deps,
) =>
  facts.transact(async (transaction) => {
    const before = await findClaim(transaction, params.id)
    if (before !== undefined && !(await mayDecide(transaction, caller, before)))
      return refuse('own-account-protected')
    const at = isoNow(deps.clock)
    const entry = {
      kind: status,
      text: note,
      mailed: mailed ? (1 as const) : (0 as const),
      author_id: caller.memberId,
      created_at: at,
    }
    const decided = await moveClaim(
      transaction,
      params.id,
      { status: ['open'] },
      { status, note, decided_by: caller.memberId, decided_at: at },
      entry,
    )
    if (decided === undefined) {
      const held = await findClaim(transaction, params.id)
      return held === undefined
        ? refuse('not-found')
        : refuse('already-decided', { extra: { current: presentClaim(held) } })
    }
    if (mailed)
      await enqueueMail(deps, transaction, {
        to: decided.email,
        language: await senderLanguage(transaction, decided),
        template: 'claim-answered',
        values: { name: decided.first_name, reference: decided.id, note: decided.note },
      })
    facts.trace({ target: `claim:${decided.id}`, detail: { status: decided.status, mailed } })
    return done(presentClaim(decided))
  })

export const claimsHandlers: HandlersOf<typeof contract.claimsRoutes> = {
  'contact.send': sendContactMessage,
  'objection.send': sendObjection,
  'report.replies': listReplies,
  'objection.contest': contestReport,
  'objection.show': showReplyOfClaim,
  'claim.list': listClaims,
  'claim.read': readClaim,
  'claim.reply': replyToClaim,
  'claim.reopen': reopenClaim,
  'claim.update': updateClaim,
}
