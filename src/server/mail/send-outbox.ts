/** Sends what lies in the outbox. Several replicas may run it at once: each mail is claimed before it is sent. */
import type { Selectable } from 'kysely'
import { CODE_TTL_S } from '#shared/domain/code-rules.ts'
import { isoAfter, isoNow } from '../clock.ts'
import type { MailTable } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { MailRefused } from './mail-sender.ts'
import { openMailValues, type MailTemplate } from './outbox.ts'
import { renderMail } from './render-mail.ts'

const AT_ONCE = 20
/** Waits after the first, second … failed try; after the last of them the mail is given up. */
const RETRY_AFTER_MIN = [1, 5, 15, 60, 240] as const
/** How long a claim holds. A server that died while sending lets the mail go to the next one after this. */
const CLAIM_S = 300
const TO_MANY = ['news-published', 'event-changed', 'event-on-again', 'event-cancelled'] as const satisfies readonly MailTemplate[]

type Needs = Pick<Deps, 'database' | 'clock' | 'secrets' | 'mail' | 'config' | 'log'>
type MailRow = Selectable<MailTable>

const dueMails = ({ database, clock }: Needs) =>
  database.db
    .selectFrom('mails')
    .selectAll()
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('next_try_at', '<=', isoNow(clock))
    // Somebody sits and waits for a code; what goes to many at once waits behind it.
    .orderBy((eb) => eb.case().when('template', 'in', [...TO_MANY]).then(1).else(0).end())
    .orderBy('next_try_at')
    .limit(AT_ONCE)
    .execute()

/** True for exactly one of several that try: the row must still be as it was read. */
async function claim({ database, clock }: Needs, { id, next_try_at, tries }: MailRow): Promise<boolean> {
  const { numUpdatedRows } = await database.db
    .updateTable('mails')
    .set({ tries: tries + 1, next_try_at: isoAfter(clock, CLAIM_S) })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('next_try_at', '=', next_try_at)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** What a mail held goes as soon as the mail is done, and the address with it: the table is no list of members. */
const finish = ({ database, clock }: Needs, id: string, outcome: 'sent_at' | 'failed_at') =>
  database.db
    .updateTable('mails')
    .set({ [outcome]: isoNow(clock), values_sealed: '', to_address: '' })
    .where('id', '=', id)
    .execute()

/** A code that nobody can use any more only confuses. */
const isOutdated = ({ clock }: Needs, { created_at }: MailRow, values: Readonly<Record<string, string>>): boolean =>
  'code' in values && created_at < isoAfter(clock, -CODE_TTL_S)

async function deliver(deps: Needs, row: MailRow): Promise<void> {
  const values = openMailValues(deps, row)
  if (isOutdated(deps, row, values)) throw new MailRefused('OUTDATED')
  const template = row.template as MailTemplate // written by enqueueMail
  const unsubscribe = values['oneClick']
  await deps.mail.send({ id: row.id, to: row.to_address, ...(unsubscribe === undefined ? {} : { unsubscribe }), ...renderMail({ template, language: row.language, values, publicUrl: deps.config.publicUrl }) })
}

async function sendOne(deps: Needs, row: MailRow): Promise<void> {
  const { log, clock, database } = deps
  try {
    await deliver(deps, row)
  } catch (error) {
    const wait = RETRY_AFTER_MIN[row.tries]
    const about = { mail: row.id, template: row.template, tries: row.tries + 1, cause: error instanceof Error ? error.message : 'unknown' }
    if (error instanceof MailRefused || wait === undefined) {
      log.error(about, 'a mail was given up')
      await finish(deps, row.id, 'failed_at')
      return
    }
    log.warn({ ...about, retryAfterMin: wait }, 'a mail was not sent and will be tried again')
    await database.db.updateTable('mails').set({ next_try_at: isoAfter(clock, wait * 60) }).where('id', '=', row.id).execute()
    return
  }
  await finish(deps, row.id, 'sent_at')
}

/** Sends every mail that is due, one after another. With `stopping` raised it ends after the mail under way. */
export async function sendDueMails(deps: Needs, stopping?: AbortSignal): Promise<void> {
  for (;;) {
    const due = await dueMails(deps)
    for (const row of due) {
      if (stopping?.aborted === true) return
      if (await claim(deps, row)) await sendOne(deps, row)
    }
    if (due.length < AT_ONCE) return
  }
}
