import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type * as contract from '#shared/contract/settings.ts'
import {
  type Association,
  ASSOCIATION_TEXT_NAMES,
  compactNumber,
} from '#shared/domain/association.ts'
import { compactIban } from '#shared/domain/bank-account.ts'
import { RETENTION_KINDS } from '#shared/domain/people/retention.ts'
import { receiptGaps, type ReceiptSettings } from '#shared/domain/receipts/tax-receipt.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse, type Outcome, type Refusal } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler, RequestFacts, Trace, HandlersOf } from '../../http/handlers.ts'
import type { Caller } from '../../http/principal/caller.ts'
import type { Schema } from '../../parts/database/schema.ts'
import type { ConsentActs } from '../../records/consents/carry-out.ts'
import { findConsent } from '../../records/consents/consent-repository.ts'
import { actOf, isConsentRequired, propose, type Act } from '../../records/consents/propose.ts'
import { hasPledges } from '../../records/donations/pledge-repository.ts'
import { stepUpRefusal } from '../../records/factors/step-up.ts'
import { withholdNamesInAll } from '../../records/reports/withheld-names-repository.ts'
import {
  listInvitations,
  createInvitation,
  revokeInvitation,
} from '../../records/settings/invitations.ts'
import { readPaymentSettings } from '../../records/settings/payment-settings.ts'
import { approve, findHold } from '../../records/settings/retention-guard.ts'
import { countDue } from '../../records/settings/retention-repository.ts'
import {
  readAssociation,
  readSetting,
  writeSetting,
  type SettingName,
  type SettingValue,
} from '../../records/settings/settings-repository.ts'
import { announceAdoption } from './announce.ts'
import { readFirstContents, decideFirstContents } from './first-contents.ts'
import { presentSettings } from './present.ts'

/** Changes that wait for a second administrator where acts do. */
type Proposal = Omit<Act, 'target' | 'reason' | 'revision'>

interface Change<N extends SettingName> {
  readonly name: N
  readonly revision: number
  readonly value: SettingValue<N>
  /** Old and new value for the audit log, without secrets. */
  readonly tell: (before: SettingValue<N>, after: SettingValue<N>) => NonNullable<Trace['detail']>
  /** The act that another administrator confirms, where the association wants that. */
  readonly proposal?: Proposal
  /** What stands against the change, as the transaction sees it. */
  readonly objection?: (db: Kysely<Schema>, before: SettingValue<N>) => Promise<Refusal | undefined>
  /** What the change does besides, in its transaction. */
  readonly also?: (db: Kysely<Schema>) => Promise<void>
}

async function change<N extends SettingName>(
  deps: Deps,
  caller: Caller,
  facts: RequestFacts,
  { name, revision, value, tell, proposal, objection, also }: Change<N>,
): Promise<Outcome<contract.Settings>> {
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  const outcome = await facts.transact(async (transaction) => {
    const before = await readSetting(transaction, name)
    const against = await objection?.(transaction, before.value)
    if (against !== undefined) return against
    if (proposal !== undefined && (await isConsentRequired(transaction))) {
      if (before.revision !== revision) return refuse('conflict')
      const act: Act = { ...proposal, target: `settings:${name}`, reason: '', revision }
      const open = await findConsent(
        transaction,
        await propose(deps, transaction, act, { caller, facts }),
      )
      // One proposal is open at a time. Another one must not pass for this one.
      if (open !== undefined && !isDeepStrictEqual(actOf(deps, open), act))
        return refuse('conflict')
      return done(undefined)
    }
    const written =
      before.revision === revision &&
      (await writeSetting(transaction, name, {
        value,
        revision,
        by: caller.memberId,
        at: isoNow(deps.clock),
      }))
    if (!written) return refuse('conflict')
    await also?.(transaction)
    facts.trace({ target: `settings:${name}`, detail: tell(before.value, value) })
    return done(undefined)
  })
  if (!outcome.ok)
    return outcome.code === 'conflict'
      ? refuse('conflict', { extra: { current: await presentSettings(deps) } })
      : outcome
  return done(await presentSettings(deps))
}

/** A masked account number, enough to recognize the account. */
const shortIban = (iban: string): string => `${iban.slice(0, 2)}…${iban.slice(-4)}`
const accountsText = ({ accounts }: SettingValue<'payment'>): string =>
  accounts.map(({ iban }) => shortIban(iban)).join(' ')

const tellPayment = (
  before: SettingValue<'payment'>,
  after: SettingValue<'payment'>,
): NonNullable<Trace['detail']> => ({ from: accountsText(before), to: accountsText(after) })

const readSettings: Handler<typeof contract.readSettings> = async (_input, deps) =>
  done(await presentSettings(deps))

const changeReportSettings: Handler<typeof contract.changeReportSettings> = (
  { body: { revision, ...value }, caller, facts },
  deps,
) =>
  change(deps, caller, facts, {
    name: 'reports',
    revision,
    value,
    tell: (before, after) => ({
      from: before.mode,
      to: after.mode,
      withholdNames: `${before.withholdNames} → ${after.withholdNames}`,
    }),
    also: (db) => withholdNamesInAll(deps, db, value.withholdNames),
  })

const changeInvitationSettings: Handler<typeof contract.changeInvitationSettings> = (
  { body: { revision, required }, caller, facts },
  deps,
) =>
  change(deps, caller, facts, {
    name: 'invitations',
    revision,
    value: { required },
    tell: (before, after) => ({ from: before.required, to: after.required }),
  })

const changeIdleSettings: Handler<typeof contract.changeIdleSettings> = (
  { body: { revision, days }, caller, facts },
  deps,
) =>
  change(deps, caller, facts, {
    name: 'idle',
    revision,
    value: { days },
    tell: (before, after) => ({ from: before.days, to: after.days }),
  })

const changeWitnessSettings: Handler<typeof contract.changeWitnessSettings> = (
  { body: { revision, open }, caller, facts },
  deps,
) =>
  change(deps, caller, facts, {
    name: 'witness',
    revision,
    value: { open },
    tell: (before, after) => ({ from: before.open, to: after.open }),
  })

/** The audit log has each text as it was and as it is: a changed address is where messages went to. */
const tellAssociation = (before: Association, after: Association): NonNullable<Trace['detail']> =>
  Object.fromEntries(
    ([...ASSOCIATION_TEXT_NAMES, 'currency'] as const)
      .filter((name) => before[name] !== after[name])
      .map((name) => [name, `${before[name]} → ${after[name]}`]),
  )

const CURRENCY_IN_USE = {
  path: 'body.currency',
  code: 'in_use',
  message: 'There are donations in the present currency; their sums would say something else',
} as const

const changeAssociationSettings: Handler<typeof contract.changeAssociationSettings> = (
  { body: { revision, ...value }, caller, facts },
  deps,
) =>
  change(deps, caller, facts, {
    name: 'association',
    revision,
    value: { ...value, rna: compactNumber(value.rna), siren: compactNumber(value.siren) },
    tell: tellAssociation,
    objection: async (db, before) =>
      before.currency === value.currency || !(await hasPledges(db))
        ? undefined
        : refuse('invalid', { fields: [CURRENCY_IN_USE] }),
  })

const changeGoLiveSettings: Handler<typeof contract.changeGoLiveSettings> = (
  { body: { revision, confirmed }, caller, facts },
  deps,
) =>
  change(deps, caller, facts, {
    name: 'goLive',
    revision,
    value: { confirmed },
    tell: (before, after) => ({
      from: before.confirmed.join(' '),
      to: after.confirmed.join(' '),
    }),
  })

const changeAdoption: Handler<typeof contract.changeAdoption> = (
  { body: { revision, adoptedOn, version }, caller, facts },
  deps,
) =>
  change(deps, caller, facts, {
    name: 'adoption',
    revision,
    value: { adoptedOn, version },
    tell: (before, after) => ({
      from: `${before.version} ${before.adoptedOn}`.trim(),
      to: `${after.version} ${after.adoptedOn}`.trim(),
    }),
  })

const receiptText = (value: ReceiptSettings[keyof ReceiptSettings]): string =>
  Array.isArray(value) ? value.join(' ') : String(value)

const tellReceipts = (
  before: SettingValue<'receipts'>,
  after: SettingValue<'receipts'>,
): NonNullable<Trace['detail']> =>
  Object.fromEntries(
    (Object.keys(after) as (keyof ReceiptSettings)[]) // an object literal has the keys of its type
      .filter((name) => !isDeepStrictEqual(before[name], after[name]))
      .map((name) => [name, `${receiptText(before[name])} → ${receiptText(after[name])}`]),
  )

/** A receipt that leaves something out is worth nothing to the donor, and the association answers for it. */
const changeReceiptSettings: Handler<typeof contract.changeReceiptSettings> = (
  { body: { revision, ...value }, caller, facts },
  deps,
) =>
  change(deps, caller, facts, {
    name: 'receipts',
    revision,
    value,
    tell: tellReceipts,
    objection: async (db) => {
      const gaps = value.on ? receiptGaps(value, await readAssociation(db)) : []
      return gaps.length === 0
        ? undefined
        : refuse('invalid', {
            fields: gaps.map((gap) => ({
              path: `body.${gap}`,
              code: 'required',
              message: 'A receipt has to say it',
            })),
          })
    },
  })

const changeConsentSettings: Handler<typeof contract.changeConsentSettings> = (
  { body: { revision, required }, caller, facts },
  deps,
) =>
  change(deps, caller, facts, {
    name: 'consents',
    revision,
    value: { required },
    tell: (before, after) => ({ from: before.required, to: after.required }),
    ...(required ? {} : { proposal: { kind: 'consent-off' } }),
  })

const changeRetentionSettings: Handler<typeof contract.changeRetentionSettings> = (
  { body: { revision, days }, caller, facts },
  deps,
) =>
  change(deps, caller, facts, {
    name: 'retention',
    revision,
    value: { days },
    tell: (before, after) =>
      Object.fromEntries(
        RETENTION_KINDS.filter((kind) => before.days[kind] !== after.days[kind]).map((kind) => [
          kind,
          `${before.days[kind]} → ${after.days[kind]}`,
        ]),
      ),
  })

/**
 * Accounts from the environment cannot be changed here: the operator has fixed them, so that an
 * attacker with an administrator's session and password cannot redirect donations.
 */
const changePaymentSettings: Handler<typeof contract.changePaymentSettings> = async (
  { body: { revision, accounts }, caller, facts },
  deps,
) => {
  if ((await readPaymentSettings(deps)).source === 'environment')
    return refuse('conflict', { extra: { current: await presentSettings(deps) } })
  const value = {
    accounts: accounts.map(({ iban, ...rest }) => ({ ...rest, iban: compactIban(iban) })),
  }
  return change(deps, caller, facts, {
    name: 'payment',
    revision,
    value,
    tell: tellPayment,
    proposal: { kind: 'payment-change', accounts: value.accounts },
  })
}

const previewRetention: Handler<typeof contract.previewRetention> = async (
  _input,
  { database, clock },
) => {
  const { value } = await readSetting(database.db, 'retention')
  return done({ at: isoNow(clock), due: await countDue(database.db, clock, value.days) })
}

const approveRetention: Handler<typeof contract.approveRetention> = async (
  { body: { reason }, caller, facts },
  deps,
) => {
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  const hold = await findHold(deps)
  if (hold?.reason !== reason)
    return refuse('conflict', { extra: { current: await presentSettings(deps) } })
  const outcome = await facts.transact(async (transaction) => {
    await approve(transaction, isoNow(deps.clock))
    facts.trace({
      target: 'settings:retention',
      detail: { reason, seenAt: hold.seenAt, ...hold.due },
    })
    return done(undefined)
  })
  return outcome.ok ? done(await presentSettings(deps)) : outcome
}

export const settingsHandlers: HandlersOf<typeof contract.settingsRoutes> = {
  'settings.read': readSettings,
  'settings.reports': changeReportSettings,
  'settings.payment': changePaymentSettings,
  'settings.retention': changeRetentionSettings,
  'settings.idle': changeIdleSettings,
  'settings.invitations': changeInvitationSettings,
  'settings.consents': changeConsentSettings,
  'settings.witness': changeWitnessSettings,
  'settings.association': changeAssociationSettings,
  'settings.goLive': changeGoLiveSettings,
  'settings.receipts': changeReceiptSettings,
  'settings.adoption': changeAdoption,
  'settings.announce': announceAdoption,
  'settings.retentionApprove': approveRetention,
  'settings.retentionPreview': previewRetention,
  'settings.contentsRead': readFirstContents,
  'settings.contents': decideFirstContents,
  'invitation.list': listInvitations,
  'invitation.create': createInvitation,
  'invitation.revoke': revokeInvitation,
}

/** What a confirmed proposal does to settings. */
export const settingsActs = {
  'payment-change': async (_deps, db, { accounts = [], revision = -1, at, caller }) => {
    const before = await readSetting(db, 'payment')
    const value = { accounts: [...accounts] }
    return (await writeSetting(db, 'payment', { value, revision, by: caller.memberId, at }))
      ? { action: 'settings.changed', detail: tellPayment(before.value, value) }
      : undefined
  },
  'consent-off': async (_deps, db, { revision = -1, at, caller }) => {
    const value = { required: false }
    return (await writeSetting(db, 'consents', { value, revision, by: caller.memberId, at }))
      ? { action: 'settings.changed', detail: { from: true, to: false } }
      : undefined
  },
} as const satisfies Partial<ConsentActs>
