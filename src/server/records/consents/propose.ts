/** Proposing an act that another administrator has to confirm. */
import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import {
  CONSENT_TTL_S,
  COOLING_OFF_S,
  type ConsentKind,
} from '#shared/domain/access/consent-rules.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { STAFF_ROLES, roleId } from '#shared/domain/people/roles.ts'
import { isoAfter, isoNow } from '../../base/clock.ts'
import type { Deps } from '../../deps/deps.ts'
import type { BankAccount } from '../../deps/payment-config.ts'
import type { RequestFacts } from '../../http/handlers.ts'
import type { Caller } from '../../http/principal/caller.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { inTransaction } from '../../parts/database/transact.ts'
import { enqueueMail } from '../../parts/mail/outbox.ts'
import type { AccessChange } from '../members/access-before.ts'
import { countActiveAdministrators } from '../members/member-list-repository.ts'
import { readSetting, writeSetting } from '../settings/settings-repository.ts'
import {
  expireConsents,
  findOpenConsent,
  insertConsent,
  staffToTell,
  type ConsentRow,
} from './consent-repository.ts'

/** What is to be done, kept until it is confirmed. */
export interface Act {
  readonly kind: ConsentKind
  /** `report:17`, `evidence:4`, `member:10004217`, or blank where the kind says it all. */
  readonly target: string
  readonly reason: string
  /** For a change of settings: the revision that it was made from. */
  readonly revision?: number
  readonly accounts?: readonly BankAccount[]
  readonly access?: AccessChange
}

const contextOf = ({ id, kind, target }: Pick<ConsentRow, 'id' | 'kind' | 'target'>): string =>
  JSON.stringify([id, kind, target])

export const actOf = ({ secrets }: Pick<Deps, 'secrets'>, row: ConsentRow): Act =>
  JSON.parse(
    secrets.open('consents', Buffer.from(row.sealed, 'base64'), contextOf(row)).toString(),
  ) as Act // sealed below

export const isConsentRequired = async (db: Kysely<Schema>): Promise<boolean> =>
  (await readSetting(db, 'consents')).value.required

/**
 * Turns the switch on once the association has two administrators; from then on only a consent
 * turns it off. It does not follow the number of administrators: whoever took one account over
 * could otherwise demote the others first and then act alone.
 */
export const settleConsents = (deps: Pick<Deps, 'database' | 'clock' | 'audit'>): Promise<void> =>
  inTransaction(deps.database.db, async (transaction) => {
    const { revision } = await readSetting(transaction, 'consents')
    if (revision > 0 || (await countActiveAdministrators(transaction)) < 2) return
    const at = isoNow(deps.clock)
    const value = { required: true }
    if (!(await writeSetting(transaction, 'consents', { value, revision, by: null, at }))) return
    await deps.audit.write(
      { actor: 'system', action: 'settings.changed', target: 'settings:consents', detail: value },
      transaction,
    )
  })

/** The page where administrators decide, for a mail. */
export const consentsAddress = ({ config }: Pick<Deps, 'config'>): string =>
  `${config.publicUrl}/admin/dashboard/consents`

/**
 * Stores the act and tells the other administrators by mail; where there is none, all staff, because
 * the proposer may then confirm alone after some days. Returns the id of the proposal; of one that
 * is open for the same act, that one.
 */
export async function propose(
  deps: Pick<Deps, 'clock' | 'config' | 'secrets' | 'outboxSignal'>,
  db: Transaction<Schema>,
  act: Act,
  {
    caller,
    facts,
  }: {
    readonly caller: Pick<Caller, 'memberId'>
    readonly facts: Pick<RequestFacts, 'trace'>
  },
): Promise<string> {
  const { kind, target } = act
  const at = isoNow(deps.clock)
  await expireConsents(db, isoAfter(deps.clock, -CONSENT_TTL_S))
  const id = randomUUID()
  const sealed = deps.secrets
    .seal('consents', Buffer.from(JSON.stringify(act)), contextOf({ id, kind, target }))
    .toString('base64')
  const isNew = await insertConsent(db, {
    id,
    kind,
    target,
    sealed,
    proposed_by: caller.memberId,
    proposed_at: at,
    outcome: null,
    decided_by: null,
    decided_at: null,
    used_at: null,
  })
  facts.trace({ action: 'consent.proposed', target, detail: { kind, isNew } })
  if (!isNew) return (await findOpenConsent(db, kind, target))?.id ?? id
  const administrators = await staffToTell(db, ['ROLE_ADMIN'])
  const others = administrators.filter((person) => person.id !== caller.memberId)
  const about = { act: kind, by: cardId(caller.memberId), at }
  const link = consentsAddress(deps)
  for (const { email: to, language } of others)
    await enqueueMail(deps, db, {
      to,
      language,
      template: 'consent-asked',
      values: { ...about, link },
    })
  if (others.length > 0) return id
  const from = isoAfter(deps.clock, COOLING_OFF_S)
  for (const { email: to, language } of await staffToTell(db, STAFF_ROLES.map(roleId)))
    await enqueueMail(deps, db, {
      to,
      language,
      template: 'consent-alone',
      values: { ...about, from },
    })
  return id
}
