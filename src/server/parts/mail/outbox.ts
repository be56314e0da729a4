import { randomUUID } from 'node:crypto'
import type { Insertable, Kysely } from 'kysely'
import type { FactorKind } from '#shared/domain/access/factor-rules.ts'
/**
 * The outbox: a mail is a row, written in the transaction of the change that it reports, so that
 * neither exists without the other. A job renders and sends it (`send-outbox.ts`). Values are
 * sealed: a row may hold a code.
 */
import type { OperationFault } from '#shared/domain/operation-faults.ts'
import type { Language } from '#shared/domain/text/languages.ts'
import { isoAfter, isoNow, type Clock } from '../../base/clock.ts'
import { emailKey } from '../../base/contact-keys.ts'
import type { MailTable, Schema } from '../database/schema.ts'
import type { Secrets } from '../security/secrets.ts'
import type { KeptDays } from './erasure/erasure-page.ts'
import type { ErasureRule } from './erasure/erasure-receipt.ts'
import type { Signal } from './signal.ts'

type Nothing = Readonly<Record<string, never>>

/** `oneClick` is for the mail program (`List-Unsubscribe`), not for the text. */
interface EndLinks {
  readonly unsubscribeLink: string
  readonly oneClick: string
}

interface EventFacts {
  readonly name: string
  readonly event: string
  readonly place: string
  readonly startsAt: string
  readonly link: string
}

/** Each mail with the values of its placeholders. `at` is an instant; `subject`, `cause` and `topic` are ids of the contract. */
interface MailValues {
  readonly 'registration-code': { readonly code: string }
  readonly 'already-registered': Nothing
  readonly 'already-registered-code': { readonly code: string }
  readonly 'contact-change-code': { readonly code: string }
  readonly 'email-changed': { readonly link: string; readonly hours: string }
  readonly 'password-reset-code': { readonly code: string }
  readonly 'password-reset-link': { readonly link: string }
  readonly 'password-changed': { readonly at: string }
  readonly 'request-received': { readonly name: string; readonly reference: string }
  readonly 'request-approved': {
    readonly name: string
    readonly comment: string
    readonly link: string
  }
  readonly 'request-rejected': {
    readonly name: string
    readonly comment: string
    readonly link: string
  }
  readonly 'portrait-approved': { readonly name: string; readonly link: string }
  readonly 'portrait-rejected': {
    readonly name: string
    readonly comment: string
    readonly link: string
  }
  /** `act` is a kind of `consent-rules.ts`, `by` a card number. */
  readonly 'consent-asked': {
    readonly act: string
    readonly by: string
    readonly at: string
    readonly link: string
  }
  /** To all staff, where no second administrator could confirm: `from` is when the first may. */
  readonly 'consent-alone': {
    readonly act: string
    readonly by: string
    readonly at: string
    readonly from: string
  }
  /** To administrators: `card` is a card number. */
  readonly 'tribe-withdrawn': { readonly card: string; readonly at: string }
  /** To a member whom staff entered. `languages` is `all` where nobody said which one the member reads. */
  readonly 'entered-by-staff': {
    readonly name: string
    readonly contact: string
    readonly languages: '' | 'all'
  }
  readonly 'idle-member': {
    readonly name: string
    readonly until: string
    readonly signInUrl: string
  }
  readonly 'consent-decided': {
    readonly act: string
    readonly outcome: string
    readonly at: string
    readonly link: string
  }
  /** `alert` is a kind of `watch-rules.ts`, `member` a card number. */
  readonly 'unusual-acts': {
    readonly alert: string
    readonly member: string
    readonly count: string
    readonly at: string
    readonly link: string
  }
  readonly 'operation-fault': {
    readonly operationFault: OperationFault
    /** Since when. */
    readonly at: string
    readonly link: string
  }
  /** `by` is `you` or `staff`. */
  readonly 'card-reissued': { readonly at: string; readonly by: string }
  readonly 'session-ended-for-safety': { readonly at: string }
  /** `device` is browser and system, and blank where neither is known. */
  /** `link` ends all sessions of the account, once. */
  readonly 'new-sign-in': { readonly at: string; readonly device: string; readonly link: string }
  readonly 'all-sessions-ended': { readonly at: string }
  readonly 'factor-added': { readonly at: string; readonly factor: FactorKind }
  readonly 'factor-deleted': { readonly at: string; readonly factor: FactorKind }
  readonly 'factor-reset-asked': { readonly at: string }
  readonly 'access-change-asked': { readonly at: string }
  /** To the address that signs in after a merge. `until` is when it can last be undone. */
  readonly 'records-merged': { readonly card: string; readonly until: string }
  /** To the address that does not: it names no other address or number. */
  readonly 'record-ended': { readonly until: string }
  readonly 'records-separated': { readonly card: string }
  readonly 'factors-removed': { readonly at: string }
  /** Wrong codes, from somebody who has the password. */
  readonly 'factor-tries': { readonly at: string }
  readonly 'recovery-code-used': { readonly at: string; readonly left: string }
  readonly 'contact-message': {
    readonly reference: string
    readonly subject: string
    readonly name: string
    readonly email: string
    readonly phone: string
    readonly message: string
    readonly link: string
  }
  readonly 'objection-message': {
    readonly reference: string
    readonly report: string
    readonly objection: string
    readonly name: string
    readonly email: string
    readonly until: string
    readonly message: string
    readonly link: string
  }
  /** To an address that nobody has proven: no word of the sender. */
  readonly 'objection-received': {
    readonly reference: string
    readonly report: string
    readonly until: string
  }
  /** The claim stays open; `claim-answered` closes it. */
  readonly 'claim-replied': {
    readonly name: string
    readonly reference: string
    readonly note: string
  }
  readonly 'claim-answered': {
    readonly name: string
    readonly reference: string
    readonly note: string
  }
  readonly 'pledge-received': {
    readonly name: string
    readonly reference: string
    readonly amount: string
    readonly cause: string
    readonly account: string
    readonly accounts: string
    readonly payAt: string
    readonly hint: string
  }
  /** From the waiting list to a place. `startsAt` is an instant; it is said in Paris time. */
  readonly 'event-place': EventFacts
  /** What was before is blank where it stays. */
  readonly 'event-changed': EventFacts & { readonly startedAt?: string; readonly oldPlace?: string }
  readonly 'event-on-again': EventFacts
  /** `reason` may be blank. */
  readonly 'event-cancelled': EventFacts & { readonly reason: string }
  /** To every member who may vote. `agenda` has one item a line. */
  readonly 'assembly-convened': EventFacts & { readonly agenda: string }
  /** To every active member. Fixed words: what changed stands on the site. */
  readonly 'terms-announced': {
    readonly name: string
    readonly appliesFrom: string
    readonly termsUrl: string
  }
  /** To the giver and the holder of a voice; they name nobody. */
  readonly 'voice-given': EventFacts
  /** The giver is told that staff entered a signed paper, or took it back. */
  readonly 'voice-on-paper': EventFacts
  readonly 'paper-withdrawn': EventFacts
  readonly 'voice-received': EventFacts
  readonly 'voice-taken-back': EventFacts
  readonly 'voice-withdrawn': EventFacts
  /** The giver is told that the holder cannot carry the vote any more. */
  readonly 'voice-ended': EventFacts
  /** `rule` says who wanted it; `receipt` is the signed file, of which `send-outbox.ts` makes a page too. */
  readonly 'account-erased': {
    readonly rule: ErasureRule
    readonly receipt: string
  } & KeptDays
  readonly 'subscription-confirm': {
    readonly topic: string
    readonly link: string
    readonly days: string
  } & EndLinks
  readonly 'subscription-already': { readonly topic: string } & EndLinks
  readonly 'news-published': {
    readonly title: string
    readonly description: string
    readonly link: string
  } & EndLinks
}
export type MailTemplate = keyof MailValues

export const MAIL_TEMPLATES = [
  'registration-code',
  'already-registered',
  'already-registered-code',
  'contact-change-code',
  'email-changed',
  'password-reset-code',
  'password-reset-link',
  'password-changed',
  'request-received',
  'request-approved',
  'request-rejected',
  'portrait-approved',
  'portrait-rejected',
  'session-ended-for-safety',
  'new-sign-in',
  'card-reissued',
  'records-merged',
  'record-ended',
  'records-separated',
  'unusual-acts',
  'operation-fault',
  'consent-asked',
  'consent-alone',
  'consent-decided',
  'tribe-withdrawn',
  'entered-by-staff',
  'all-sessions-ended',
  'factor-added',
  'factor-deleted',
  'factor-reset-asked',
  'access-change-asked',
  'factors-removed',
  'factor-tries',
  'recovery-code-used',
  'contact-message',
  'objection-message',
  'objection-received',
  'claim-replied',
  'claim-answered',
  'pledge-received',
  'event-place',
  'event-changed',
  'event-on-again',
  'event-cancelled',
  'assembly-convened',
  'terms-announced',
  'idle-member',
  'voice-given',
  'voice-on-paper',
  'paper-withdrawn',
  'voice-received',
  'voice-taken-back',
  'voice-withdrawn',
  'voice-ended',
  'account-erased',
  'subscription-confirm',
  'subscription-already',
  'news-published',
] as const satisfies readonly MailTemplate[]

/** The user waits for it at the form; after `CODE_TTL_S` it is useless. */
export const CODE_TEMPLATES = [
  'registration-code',
  'contact-change-code',
  'password-reset-code',
  'password-reset-link',
] as const satisfies readonly MailTemplate[]
const TO_MANY: readonly MailTemplate[] = [
  'news-published',
  'event-changed',
  'event-on-again',
  'event-cancelled',
  'assembly-convened',
  'terms-announced',
  'idle-member',
  'entered-by-staff',
]

function priorityOf(template: MailTemplate): 0 | 1 | 2 {
  if (CODE_TEMPLATES.some((code) => code === template)) return 0
  return TO_MANY.includes(template) ? 2 : 1
}

/** No mail fails before this time: a mail server may be away for days. */
export const TRIED_FOR_S = 7 * 24 * 60 * 60

export type OutgoingMail = {
  readonly [T in MailTemplate]: {
    readonly to: string
    readonly language: Language
    readonly template: T
    /** A blank value leaves out its paragraph. */
    readonly values: MailValues[T]
  }
}[MailTemplate]

/**
 * The person whose data the mail contains: a contact message goes to the office, and is erased with
 * its sender.
 */
const personIn = (mail: OutgoingMail): string =>
  mail.template === 'contact-message' || mail.template === 'objection-message'
    ? mail.values.email
    : mail.to

/** Value in place of the MAC: the file of this mail has to be removed. */
export const ERASED = 'erased'

const aboutMac = ({ secrets }: Pick<OutboxDeps, 'secrets'>, email: string): string =>
  secrets.mac('lookup', `mail-about/${emailKey(email)}`)

const sealContext = (id: string): string => `mail/${id}`

interface OutboxDeps {
  readonly secrets: Secrets
  readonly clock: Clock
  /** Signal that a mail was put into the outbox. */
  readonly outboxSignal: Signal
}

function mailRow({ secrets, clock }: OutboxDeps, mail: OutgoingMail): Insertable<MailTable> {
  const id = randomUUID()
  const at = isoNow(clock)
  return {
    id,
    to_address: mail.to,
    language: mail.language,
    template: mail.template,
    values_sealed: secrets
      .seal('mails', Buffer.from(JSON.stringify(mail.values)), sealContext(id))
      .toString('base64'),
    created_at: at,
    next_try_at: at,
    tries: 0,
    sent_at: null,
    failed_at: null,
    priority: priorityOf(mail.template),
    give_up_at: isoAfter(clock, TRIED_FOR_S),
    about_mac: aboutMac({ secrets }, personIn(mail)),
  }
}

/**
 * Puts a mail into the outbox with the given transaction (or database). @param notBefore the mail
 * waits until this instant. @returns its id
 */
export async function enqueueMail(
  deps: OutboxDeps,
  db: Kysely<Schema>,
  mail: OutgoingMail,
  notBefore?: string,
): Promise<string> {
  const row = mailRow(deps, mail)
  await db
    .insertInto('mails')
    .values({ ...row, next_try_at: notBefore ?? row.next_try_at })
    .execute()
  deps.outboxSignal.raise()
  return row.id
}

/**
 * Takes a mail back that waits for its instant: false where it is due, or a sender has it. What is
 * due is never taken back, because a sender may be sending it.
 */
export async function takeBackMail(db: Kysely<Schema>, id: string, at: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('mails')
    .where('id', '=', id)
    .where('tries', '=', 0)
    .where('next_try_at', '>', at)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/**
 * Does the work of `enqueueMail` without a recipient: the row counts as sent from the start. The
 * response therefore takes equally long with and without a recipient.
 */
export async function enqueueDecoy(
  deps: OutboxDeps,
  db: Kysely<Schema>,
  mail: OutgoingMail,
): Promise<void> {
  const row = mailRow(deps, mail)
  await db
    .insertInto('mails')
    .values({ ...row, to_address: '', values_sealed: '', about_mac: '', sent_at: row.created_at })
    .execute()
  deps.outboxSignal.raise()
}

export function openMailValues(
  { secrets }: Pick<OutboxDeps, 'secrets'>,
  row: { readonly id: string; readonly values_sealed: string },
): Record<string, string> {
  const plain = secrets.open('mails', Buffer.from(row.values_sealed, 'base64'), sealContext(row.id))
  return JSON.parse(plain.toString()) as Record<string, string> // written by enqueueMail above
}

/**
 * Erases waiting and failed mails with data of these addresses; `removeErasedMails` removes the
 * files of finished ones.
 */
export async function forgetMails(
  deps: Pick<OutboxDeps, 'secrets'>,
  db: Kysely<Schema>,
  emails: readonly string[],
): Promise<void> {
  if (emails.length === 0) return
  const macs = emails.map((email) => aboutMac(deps, email))
  await db.deleteFrom('mails').where('about_mac', 'in', macs).where('sent_at', 'is', null).execute()
  await db.updateTable('mails').set({ about_mac: ERASED }).where('about_mac', 'in', macs).execute()
}

/** To the address and in the language of a member. */
export const mailMember = <T extends MailTemplate>(
  deps: OutboxDeps,
  db: Kysely<Schema>,
  { email, language }: { readonly email: string; readonly language: Language },
  template: T,
  values: MailValues[T],
): Promise<string> =>
  enqueueMail(deps, db, { to: email, language, template, values } as OutgoingMail) // the values of this very template
