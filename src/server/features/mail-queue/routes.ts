import * as contract from '#shared/contract/mail-queue.ts'
import { isoAfter, isoNow } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import { discardHeld, releaseHeld } from '../../parts/mail/held-mails.ts'
import { TRIED_FOR_S } from '../../parts/mail/outbox.ts'
import { countMails } from '../../parts/mail/queue-state.ts'
import {
  hasMail,
  listMails,
  updateFailedMail,
} from '../../records/mail-queue/mail-queue-repository.ts'

/** Enough to recognize the own address, too little for a list of addresses. */
const masked = (address: string): string =>
  `${Array.from(address)[0] ?? ''}…${address.slice(address.lastIndexOf('@'))}`

const readMailQueue: Handler<typeof contract.readMailQueue> = async (
  _input,
  { database: { db } },
) => {
  const rows = await listMails(db, contract.MAILS_SHOWN)
  return done({
    ...(await countMails(db)),
    mails: rows.map((row) => ({
      id: row.id,
      kind: row.template,
      to: masked(row.to_address),
      state: row.failed_at !== null ? 'failed' : row.held_at !== null ? 'held' : 'waiting',
      createdAt: row.created_at,
      tries: row.tries,
      lastError: row.last_error,
    })),
  })
}

const sendMailAgain: Handler<typeof contract.sendMailAgain> = async (
  { params: { id }, facts },
  deps,
) => {
  const { clock, outboxSignal } = deps
  const outcome = await facts.transact(async (transaction) => {
    const times = { nextTryAt: isoNow(clock), giveUpAt: isoAfter(clock, TRIED_FOR_S) }
    if (await updateFailedMail(transaction, id, times)) {
      facts.trace({ target: `mail:${id}` })
      return done({ queued: true as const })
    }
    return refuse((await hasMail(transaction, id)) ? 'conflict' : 'not-found')
  })
  if (outcome.ok) outboxSignal.raise()
  return outcome
}

const settleHeldMails: Handler<typeof contract.settleHeldMails> = async (
  { body: { act }, facts },
  { clock, outboxSignal },
) => {
  const now = isoNow(clock)
  const outcome = await facts.transact(async (transaction) => {
    const count =
      act === 'send'
        ? await releaseHeld(transaction, { now, giveUpAt: isoAfter(clock, TRIED_FOR_S) })
        : await discardHeld(transaction, now)
    if (count === 0) return refuse('conflict')
    facts.trace({ detail: { act, count } })
    return done({ count })
  })
  if (outcome.ok) outboxSignal.raise()
  return outcome
}

export const mailQueueHandlers: HandlersOf<typeof contract.mailQueueRoutes> = {
  'mail.queue': readMailQueue,
  'mail.again': sendMailAgain,
  'mail.settle-held': settleHeldMails,
}
