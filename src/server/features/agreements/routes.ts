import type { Transaction } from 'kysely'
import type * as contract from '#shared/contract/agreements.ts'
import { termsVersionOf } from '#shared/domain/adoption.ts'
import { AGREEMENT_VERSIONS, askedAgreements } from '#shared/domain/agreements.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { enqueueMail } from '../../parts/mail/outbox.ts'
import {
  agreementRows,
  agreementRowsOf,
  insertAgreements,
  presentAgreement,
  withdrawAgreements,
} from '../../records/agreements/agreement-repository.ts'
import {
  findEntryNotice,
  presentEntryNotice,
} from '../../records/agreements/entry-notice-repository.ts'
import { staffToTell } from '../../records/consents/consent-repository.ts'
import { isMemberHeld } from '../../records/holds/hold-repository.ts'
import {
  findByNumber,
  lockMember,
  updateColumns,
  type MemberRow,
} from '../../records/members/member-repository.ts'
import { forgetTribe } from '../../records/merges/forget-merges.ts'
import { readSetting, readTermsVersion } from '../../records/settings/settings-repository.ts'
import { endOfAddress } from '../../records/subscriptions/subscription-repository.ts'

async function present(
  db: Deps['database']['db'],
  row: Pick<MemberRow, 'id' | 'tribe'>,
): Promise<contract.OwnAgreements> {
  const agreements = (await agreementRowsOf(db, row.id)).map(presentAgreement)
  const hasTribe = row.tribe !== ''
  const { version, appliesFrom, changes } = (await readSetting(db, 'announcement')).value
  const termsVersion = termsVersionOf(version)
  return {
    agreements,
    entryNotice: presentEntryNotice(await findEntryNotice(db, row.id)),
    hasTribe,
    termsVersion,
    announcement: version === '' ? null : { version, appliesFrom, changes },
    asked: askedAgreements(agreements, { hasTribe, termsVersion }),
  }
}

const listAgreements: Handler<typeof contract.listAgreements> = async (
  { caller },
  { database: { db } },
) => {
  const row = await findByNumber(db, caller.memberId)
  return row === undefined ? refuse('not-signed-in') : done(await present(db, row))
}

const giveAgreement: Handler<typeof contract.giveAgreement> = ({ body, caller, facts }, deps) => {
  const { kind, version, language } = body
  return facts.transact(async (transaction) => {
    const row = await lockMember(transaction, caller.memberId)
    if (row === undefined) return refuse('not-signed-in')
    const termsVersion = await readTermsVersion(transaction)
    if (version !== (kind === 'terms' ? termsVersion : AGREEMENT_VERSIONS[kind]))
      return refuse('conflict')
    // What staff reviewed stays; a member gives the tribe only where it is blank.
    const tribe = kind === 'tribe' && row.tribe === '' ? (body.tribe ?? '') : row.tribe
    if (kind === 'tribe' && tribe === '') return refuse('conflict')
    const at = isoNow(deps.clock)
    if (tribe !== row.tribe) await updateColumns(transaction, row.id, { tribe, updated_at: at })
    await insertAgreements(
      transaction,
      agreementRows({
        memberId: row.id,
        kinds: [kind],
        language,
        source: 'self',
        at,
        termsVersion,
      }),
    )
    facts.trace({ target: `member:${row.id}`, detail: { kind, version } })
    return done(await present(transaction, { id: row.id, tribe }))
  })
}

/** Lists on paper may hold the tribe. */
async function tellAdministrators(
  deps: Deps,
  db: Transaction<Schema>,
  row: MemberRow,
  at: string,
): Promise<void> {
  for (const { email: to, language } of await staffToTell(db, ['ROLE_ADMIN']))
    await enqueueMail(deps, db, {
      to,
      language,
      template: 'tribe-withdrawn',
      values: { card: cardId(row.id), at },
    })
}

const withdrawAgreement: Handler<typeof contract.withdrawAgreement> = (
  { params: { kind }, caller, facts },
  deps,
) =>
  facts.transact(async (transaction) => {
    const row = await lockMember(transaction, caller.memberId)
    if (row === undefined) return refuse('not-signed-in')
    if (kind === 'tribe' && (await isMemberHeld(transaction, row.id))) return refuse('held')
    const at = isoNow(deps.clock)
    const changed = await withdrawAgreements(transaction, row.id, kind, at)
    if (kind === 'newsletter') {
      await updateColumns(transaction, row.id, { newsletter: 0, updated_at: at })
      await endOfAddress(transaction, row.email_key, 'newsletter', at)
    } else if (changed || row.tribe !== '') {
      await forgetTribe(deps, transaction, row.id, at)
      await tellAdministrators(deps, transaction, row, at)
    }
    facts.trace({ target: `member:${row.id}`, detail: { kind, changed } })
    const tribe = kind === 'tribe' ? '' : row.tribe
    return done(await present(transaction, { id: row.id, tribe }))
  })

export const agreementsHandlers: HandlersOf<typeof contract.agreementsRoutes> = {
  'agreement.list': listAgreements,
  'agreement.give': giveAgreement,
  'agreement.withdraw': withdrawAgreement,
}
