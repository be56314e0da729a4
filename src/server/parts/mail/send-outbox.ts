/** Sends what lies in the outbox. Several replicas may run it at once: each mail is claimed before it is sent. */
import { join } from 'node:path'
import type { Selectable } from 'kysely'
import type { Logger } from 'pino'
import { CODE_TTL_S } from '#shared/domain/access/code-rules.ts'
import type { Language } from '#shared/domain/text/languages.ts'
import { isoAfter, isoNow, type Clock } from '../../base/clock.ts'
import type { Database } from '../database/engine.ts'
import { isDue } from '../database/is-due.ts'
import type { MailTable } from '../database/schema.ts'
import type { Secrets } from '../security/secrets.ts'
import { RECEIPT_PAGE, writeErasurePage, type KeptDays } from './erasure/erasure-page.ts'
import { RECEIPT_FILE, type ErasureRule } from './erasure/erasure-receipt.ts'
import { MailRefused, MailServerAway, type Mail, type MailSender } from './mail-sender.ts'
import { removeMails } from './outbox-directory.ts'
import { CODE_TEMPLATES, openMailValues, type MailTemplate } from './outbox.ts'
import { renderMail } from './render-mail.ts'
import { SMTP_CONNECTIONS } from './smtp.ts'

/**
 * Waits after the first, second … failure that is about this mail alone; the last one repeats until
 * the mail fails.
 */
const RETRY_AFTER_MIN = [1, 5, 15, 60, 240] as const
const LONGEST_WAIT_MIN = 240
/**
 * Wait while the server is away. Other mails are sent first, in case this mail causes the loss of
 * the connection.
 */
const AWAY_RETRY_S = 30
/** How long a claim holds. A server that died while sending lets the mail go to the next one after this. */
const CLAIM_S = 300

interface SenderDeps {
  readonly database: Database
  readonly clock: Clock
  readonly secrets: Secrets
  readonly mail: MailSender
  readonly config: { readonly dataDir: string; readonly publicUrl: string }
  readonly log: Logger
  /** Name, seat and address of the association, for the end of each mail; read from the settings. */
  readonly sender?: () => Promise<string>
}
type MailRow = Selectable<MailTable>
type Result = 'done' | 'away'

/**
 * Senders whose last try failed for every mail: they then try one mail at a time, so that the log
 * is not filled.
 */
const away = new WeakSet<MailSender>()

const waiting = ({ database }: Pick<SenderDeps, 'database'>) =>
  database.db
    .selectFrom('mails')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('held_at', 'is', null)

/**
 * The most urgent mails that are due; enough rows for the case that other replicas claim some of
 * them now.
 */
const dueMails = (deps: SenderDeps): Promise<MailRow[]> =>
  waiting(deps)
    .selectAll()
    .where(isDue('next_try_at', isoNow(deps.clock)))
    .orderBy('priority')
    .orderBy('next_try_at')
    .limit(SMTP_CONNECTIONS + 1)
    .execute()

/** True for exactly one of several that try: the row must still be as it was read. */
async function claim(
  { database, clock }: SenderDeps,
  { id, next_try_at, tries }: MailRow,
): Promise<boolean> {
  const { numUpdatedRows } = await database.db
    .updateTable('mails')
    .set({ tries: tries + 1, next_try_at: isoAfter(clock, CLAIM_S) })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('next_try_at', '=', next_try_at)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('held_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function claimNext(deps: SenderDeps): Promise<MailRow | undefined> {
  for (;;) {
    const due = await dueMails(deps)
    for (const row of due) if (await claim(deps, row)) return row
    if (due.length === 0) return undefined
  }
}

/**
 * Values and address are erased as soon as the mail was sent, so that the table is not a list of
 * members.
 */
async function markSent({ database, clock, config }: SenderDeps, { id }: MailRow): Promise<void> {
  const { numUpdatedRows } = await database.db
    .updateTable('mails')
    .set({ sent_at: isoNow(clock), values_sealed: '', to_address: '', last_error: '' })
    .where('id', '=', id)
    .executeTakeFirst()
  // The person was erased while the mail was being sent: its file is removed as well.
  if (numUpdatedRows === 0n) await removeMails(join(config.dataDir, 'outbox'), [id])
}

const change = (
  { database }: SenderDeps,
  { id }: MailRow,
  columns: Partial<Pick<MailRow, 'tries' | 'next_try_at' | 'failed_at' | 'last_error'>>,
) => database.db.updateTable('mails').set(columns).where('id', '=', id).execute()

/** An expired code only confuses: it is not sent, and its values are erased. */
async function dropExpiredCodes(deps: SenderDeps): Promise<void> {
  const { database, clock, log } = deps
  const { numUpdatedRows } = await database.db
    .updateTable('mails')
    .set({ failed_at: isoNow(clock), last_error: 'EXPIRED', values_sealed: '', to_address: '' })
    .where('template', 'in', [...CODE_TEMPLATES])
    .where('created_at', '<', isoAfter(clock, -CODE_TTL_S))
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n)
    log.error({ mails: Number(numUpdatedRows) }, 'codes were not sent in time and were dropped')
}

type ErasureValues = KeptDays & { readonly rule: ErasureRule; readonly receipt: string }

/** The receipt as a page and as the signed file. */
function erasureFiles(
  values: ErasureValues,
  language: Language,
  sender: string,
): NonNullable<Mail['attachments']> {
  const page = writeErasurePage({ ...values, language, sender })
  return [
    ...(page === undefined ? [] : [{ filename: RECEIPT_PAGE, content: page }]),
    { filename: RECEIPT_FILE, content: values.receipt },
  ]
}

async function deliver(deps: SenderDeps, row: MailRow): Promise<void> {
  const values = openMailValues(deps, row)
  const template = row.template as MailTemplate // written by enqueueMail
  const unsubscribe = values['oneClick']
  const sender = (await deps.sender?.()) ?? ''
  await deps.mail.send({
    id: row.id,
    to: row.to_address,
    ...(unsubscribe === undefined ? {} : { unsubscribe }),
    ...(template === 'account-erased'
      ? { attachments: erasureFiles(values as unknown as ErasureValues, row.language, sender) } // written by enqueueMail
      : {}),
    ...renderMail({
      template,
      language: row.language,
      values,
      publicUrl: deps.config.publicUrl,
      sender,
    }),
  })
}

async function sendOne(deps: SenderDeps, row: MailRow): Promise<Result> {
  const { log, clock, mail } = deps
  try {
    await deliver(deps, row)
  } catch (error) {
    const cause = error instanceof Error ? error.message : 'unknown'
    const about = { mail: row.id, template: row.template, tries: row.tries + 1, cause }
    const isAway = error instanceof MailServerAway
    if (isAway && !away.has(mail)) log.error(about, 'the mail server takes no mails; they wait')
    if (isAway) away.add(mail)
    if (error instanceof MailRefused || isoNow(clock) >= row.give_up_at) {
      // Text and address are kept for a while, so that administrators can send it again.
      log.error(about, 'a mail was given up')
      await change(deps, row, { failed_at: isoNow(clock), last_error: cause })
      return isAway ? 'away' : 'done'
    }
    if (isAway) {
      // The mail is not at fault, so this does not count as a try.
      await change(deps, row, {
        tries: row.tries,
        next_try_at: isoAfter(clock, AWAY_RETRY_S),
        last_error: cause,
      })
      return 'away'
    }
    const wait = RETRY_AFTER_MIN[row.tries] ?? LONGEST_WAIT_MIN
    log.warn({ ...about, retryAfterMin: wait }, 'a mail was not sent and will be tried again')
    await change(deps, row, { next_try_at: isoAfter(clock, wait * 60), last_error: cause })
    return 'done'
  }
  if (away.delete(mail)) log.info('the mail server takes mails again')
  await markSent(deps, row)
  return 'done'
}

/**
 * Sends every mail that is due, several at once, urgent ones first. With `stopping` raised, or when
 * the server takes no mails, it ends after the mails under way.
 */
export async function sendDueMails(deps: SenderDeps, stopping?: AbortSignal): Promise<void> {
  await dropExpiredCodes(deps)
  let ended = false
  const sendOn = async (): Promise<void> => {
    for (;;) {
      if (ended || stopping?.aborted === true) return
      const row = await claimNext(deps)
      if (row === undefined) return
      if ((await sendOne(deps, row)) === 'away') ended = true
    }
  }
  if (away.has(deps.mail)) {
    const row = await claimNext(deps)
    if (row === undefined || (await sendOne(deps, row)) === 'away') return
  }
  await Promise.all(Array.from({ length: SMTP_CONNECTIONS }, sendOn))
}
