import * as contract from '#shared/contract/mail-queue.ts'
import { isoAfter, isoNow } from '../../clock.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import { TRIED_FOR_S } from '../../mail/outbox.ts'
import { countMails, keptMails } from '../../mail/queue-state.ts'
import { done, refuse } from '../../outcome.ts'

/** Enough to recognize the own address, too little for a list of addresses. */
const masked = (address: string): string =>
  `${Array.from(address)[0] ?? ''}…${address.slice(address.lastIndexOf('@'))}`

const readMailQueue: Handler<typeof contract.readMailQueue> = async (
  _input,
  { database: { db } },
) => {
  const rows = await keptMails(db)
    .selectAll()
    .orderBy((eb) => eb.case().when('failed_at', 'is not', null).then(0).else(1).end())
    .orderBy('created_at')
    .limit(contract.MAILS_SHOWN)
    .execute()
  return done({
    ...(await countMails(db)),
    mails: rows.map((row) => ({
      id: row.id,
      kind: row.template,
      to: masked(row.to_address),
      state: row.failed_at === null ? ('waiting' as const) : ('failed' as const),
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
    const { numUpdatedRows } = await transaction
      .updateTable('mails')
      .set({
        failed_at: null,
        tries: 0,
        next_try_at: isoNow(clock),
        give_up_at: isoAfter(clock, TRIED_FOR_S),
      })
      .where('id', '=', id)
      .where('failed_at', 'is not', null)
      .where('values_sealed', '<>', '')
      .executeTakeFirst()
    if (numUpdatedRows === 1n) {
      facts.trace({ target: `mail:${id}` })
      return done({ queued: true as const })
    }
    const held = await transaction
      .selectFrom('mails')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()
    return refuse(held === undefined ? 'not-found' : 'conflict')
  })
  if (outcome.ok) outboxSignal.raise()
  return outcome
}

export const mailQueueHandlers: HandlersOf<typeof contract.mailQueueRoutes> = {
  'mail.queue': readMailQueue,
  'mail.again': sendMailAgain,
}
