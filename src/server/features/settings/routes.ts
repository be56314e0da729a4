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
import { done, refuse, refuseField, type Outcome, type Refusal } from '../../base/outcome.ts'
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

interface ChangeInput<N extends SettingName> {
  readonly body: SettingValue<N> & { readonly revision: number }
  readonly caller: Caller
  readonly facts: RequestFacts
}

interface Change<N extends SettingName> {
  readonly name: N
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
  { body: { revision, ...sent }, caller, facts }: ChangeInput<N>,
  deps: Deps,
  { name, tell, proposal, objection, also }: Change<N>,
): Promise<Outcome<contract.Settings>> {
  const value = sent as unknown as SettingValue<N> // what a body has besides its revision, by its type
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

const changeReportSettings: Handler<typeof contract.changeReportSettings> = (input, deps) =>
  change(input, deps, {
    name: 'reports',
    tell: (before, after) => ({
      from: before.mode,
      to: after.mode,
      withholdNames: `${before.withholdNames} → ${after.withholdNames}`,
    }),
    also: (db) => withholdNamesInAll(deps, db, input.body.withholdNames),
  })

const changeInvitationSettings: Handler<typeof contract.changeInvitationSettings> = (input, deps) =>
  change(input, deps, {
    name: 'invitations',
    tell: (before, after) => ({ from: before.required, to: after.required }),
  })

const changeIdleSettings: Handler<typeof contract.changeIdleSettings> = (input, deps) =>
  change(input, deps, {
    name: 'idle',
    tell: (before, after) => ({ from: before.days, to: after.days }),
  })

const changeWitnessSettings: Handler<typeof contract.changeWitnessSettings> = (input, deps) =>
  change(input, deps, {
    name: 'witness',
    tell: (before, after) => ({ from: before.open, to: after.open }),
  })

/** The audit log has each text as it was and as it is: a changed address is where messages went to. */
const tellAssociation = (before: Association, after: Association): NonNullable<Trace['detail']> =>
  Object.fromEntries(
    ([...ASSOCIATION_TEXT_NAMES, 'currency'] as const)
      .filter((name) => before[name] !== after[name])
      .map((name) => [name, `${before[name]} → ${after[name]}`]),
  )

const changeAssociationSettings: Handler<typeof contract.changeAssociationSettings> = (
  { body, ...input },
  deps,
) =>
  change(
    {
      ...input,
      body: { ...body, rna: compactNumber(body.rna), siren: compactNumber(body.siren) },
    },
    deps,
    {
      name: 'association',
      tell: tellAssociation,
      objection: async (db, before) =>
        before.currency === body.currency || !(await hasPledges(db))
          ? undefined
          : refuseField(
              'body.currency',
              'in_use',
              'There are donations in the present currency; their sums would say something else',
            ),
    },
  )

const changeGoLiveSettings: Handler<typeof contract.changeGoLiveSettings> = (input, deps) =>
  change(input, deps, {
    name: 'goLive',
    tell: (before, after) => ({
      from: before.confirmed.join(' '),
      to: after.confirmed.join(' '),
    }),
  })

const changeAdoption: Handler<typeof contract.changeAdoption> = (input, deps) =>
  change(input, deps, {
    name: 'adoption',
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
const changeReceiptSettings: Handler<typeof contract.changeReceiptSettings> = (input, deps) =>
  change(input, deps, {
    name: 'receipts',
    tell: tellReceipts,
    objection: async (db) => {
      const gaps = input.body.on ? receiptGaps(input.body, await readAssociation(db)) : []
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

const changeConsentSettings: Handler<typeof contract.changeConsentSettings> = (input, deps) =>
  change(input, deps, {
    name: 'consents',
    tell: (before, after) => ({ from: before.required, to: after.required }),
    ...(input.body.required ? {} : { proposal: { kind: 'consent-off' } }),
  })

const changeRetentionSettings: Handler<typeof contract.changeRetentionSettings> = (input, deps) =>
  change(input, deps, {
    name: 'retention',
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
  { body, ...input },
  deps,
) => {
  if ((await readPaymentSettings(deps)).source === 'environment')
    return refuse('conflict', { extra: { current: await presentSettings(deps) } })
  const accounts = body.accounts.map(({ iban, ...rest }) => ({ ...rest, iban: compactIban(iban) }))
  return change({ ...input, body: { ...body, accounts } }, deps, {
    name: 'payment',
    tell: tellPayment,
    proposal: { kind: 'payment-change', accounts },
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
