/** Voices that administrators and content managers enter from a signed paper, at the door or before (ADR 0059). */
import type { Kysely } from 'kysely'
import type * as contract from '#shared/contract/assembly.ts'
import type { ProblemField } from '#shared/contract/base/problem.ts'
import { PAPER_FIELD } from '#shared/contract/uploads.ts'
import { mayWithdrawPaper, refusalToEnter, type PaperRefusal } from '#shared/domain/assembly.ts'
import { parseMemberNumber } from '#shared/domain/card/read-member-number.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse, refuseField } from '../../base/outcome.ts'
import type { Handler } from '../../http/handlers.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { claimUpload } from '../../parts/files/file-repository.ts'
import {
  deleteProxy,
  findGiven,
  insertProxy,
  listPaperRows,
  presentAmong,
} from '../../records/assembly/assembly-repository.ts'
import { findEvent, lockEvent, type EventRow } from '../../records/events/event-repository.ts'
import { isOver } from '../../records/events/policy.ts'
import { tellVoice } from '../../records/events/voice-mails.ts'
import { fileReference } from '../../records/members/present.ts'
import { staffPeople } from '../../records/review-locks/staff-people.ts'
import { gatherProxy, NOBODY, proxyContextOf } from './proxy-context.ts'

const WHY: Readonly<Record<PaperRefusal, string>> = {
  'proxies-closed': 'The event is over, or its rules permit no proxies',
  'no-voice': 'This member has no vote in the assembly, or the number is wrong',
  'voice-present': 'This member is checked in, and votes in person',
  'voice-given': 'The voice of this member is given already',
  'holds-voices': 'This member carries voices of others, and cannot give the own one',
  'holder-self': 'Giver and holder are the same member',
  'holder-no-voice': 'The holder has no vote in the assembly, or the number is wrong',
  'holder-present': 'The holder is checked in: the voting cards are handed out',
  'holder-gave': 'The holder has given the own voice',
  'holder-full': 'The holder carries as many voices as one may',
}

const NO_SCAN: ProblemField = {
  path: 'body.scan',
  code: 'unknown_file',
  message: 'Upload a picture of the signed paper under "paper" first',
}

const isClosed = (event: EventRow, now: string): boolean =>
  event.status !== 'published' || isOver(event, now)

async function present(db: Kysely<Schema>, event: EventRow, now: string) {
  const rows = await listPaperRows(db, event.id)
  const by = await staffPeople(
    db,
    rows.map(({ entered_by: id }) => id),
  )
  const inHall = await presentAmong(
    db,
    event.id,
    rows.length === 0 ? [NOBODY] : rows.map(({ holder_id: id }) => id),
  )
  return {
    papers: rows.map((row) => ({
      giver: {
        cardId: cardId(row.giver_id),
        name: fullName({ firstName: row.giver_first, lastName: row.giver_last }),
      },
      holder: {
        cardId: cardId(row.holder_id),
        name: fullName({ firstName: row.holder_first, lastName: row.holder_last }),
      },
      note: row.paper_note ?? '',
      scanUrl: row.scan_file === null ? null : fileReference(row.scan_file),
      scanSha256: row.scan_sha256,
      by: by.get(row.entered_by ?? NOBODY) ?? null,
      at: row.at,
      revocable: mayWithdrawPaper({
        isOver: isClosed(event, now),
        holderIsIn: inHall.has(row.holder_id),
      }),
    })),
  }
}

export const listPapers: Handler<typeof contract.listPapers> = async (
  { params, caller },
  { database: { db }, clock },
) => {
  const scene = await proxyContextOf(db, await findEvent(db, params.id), caller)
  return scene === undefined
    ? refuse('not-found')
    : done(await present(db, scene.event, isoNow(clock)))
}

/** The event is locked first, as for a voice that is given online. */
export const enterPaper: Handler<typeof contract.enterPaper> = (
  { params, body, caller, facts },
  deps,
) =>
  facts.transact(async (transaction) => {
    const scene = await proxyContextOf(transaction, await lockEvent(transaction, params.id), caller)
    if (scene === undefined) return refuse('not-found')
    const { event } = scene
    const now = isoNow(deps.clock)
    const proxy = {
      giver: parseMemberNumber(body.giver) ?? NOBODY,
      holder: parseMemberNumber(body.holder) ?? NOBODY,
    }
    const code = refusalToEnter({
      ...(await gatherProxy(transaction, scene, proxy.giver, proxy.holder)),
      isOver: isClosed(event, now),
    })
    if (code !== undefined) {
      const path = code.startsWith('holder-') ? 'body.holder' : 'body.giver'
      return refuseField(path, code, WHY[code])
    }
    const upload = {
      id: body.scan,
      uploaderId: caller.memberId,
      fits: (field: string) => field === PAPER_FIELD,
      at: now,
    }
    if ((await claimUpload(transaction, upload)) === undefined)
      return refuse('invalid', { fields: [NO_SCAN] })
    const paper = { note: body.note, scan: body.scan, by: caller.memberId }
    await insertProxy(transaction, event.id, proxy, now, paper)
    await tellVoice(deps, transaction, event, proxy.giver, 'voice-on-paper')
    await tellVoice(deps, transaction, event, proxy.holder, 'voice-received')
    facts.trace({
      target: `member:${proxy.giver}`,
      detail: { event: event.id, holder: cardId(proxy.holder) },
    })
    return done(await present(transaction, event, now))
  })

/** What a member did online is the member's own: staff take back papers alone. */
export const withdrawPaper: Handler<typeof contract.withdrawPaper> = (
  { params, body, caller, facts },
  deps,
) =>
  facts.transact(async (transaction) => {
    const scene = await proxyContextOf(transaction, await lockEvent(transaction, params.id), caller)
    if (scene === undefined) return refuse('not-found')
    const { event } = scene
    const now = isoNow(deps.clock)
    const giver = parseMemberNumber(body.giver) ?? NOBODY
    const given = await findGiven(transaction, event.id, giver)
    const isPaper = given !== undefined && given.paper_note !== null
    if (isPaper) {
      const inHall = await presentAmong(transaction, event.id, [given.holder_id])
      if (!mayWithdrawPaper({ isOver: isClosed(event, now), holderIsIn: inHall.size > 0 }))
        return refuse('assembly-began')
      await deleteProxy(transaction, given.id)
      await tellVoice(deps, transaction, event, giver, 'paper-withdrawn')
      await tellVoice(deps, transaction, event, given.holder_id, 'voice-withdrawn')
    }
    facts.trace({
      target: isPaper ? `member:${giver}` : `event:${event.id}`,
      detail: {
        event: event.id,
        withdrawn: isPaper,
        ...(isPaper && { holder: cardId(given.holder_id) }),
      },
    })
    return done(await present(transaction, event, now))
  })
