/** Tax receipts, and what stands before one is issued. */
import type { Updateable } from 'kysely'
import type { Deps } from '#server/deps/deps.ts'
import type { PledgeTable } from '#server/parts/database/schema.ts'
import { inTransaction } from '#server/parts/database/transact.ts'
import { insertReceipt } from '#server/records/donations/receipt-repository.ts'
import { readSetting, writeSetting } from '#server/records/settings/settings-repository.ts'
import { BLANK_ASSOCIATION } from '#shared/domain/association.ts'
import { eurosInWords } from '#shared/domain/receipts/french-sum.ts'
import { parisDay } from '#shared/domain/receipts/paris-day.ts'
import { freshPledge } from '#tests/security/fresh-rows.ts'

const now = ({ clock }: Deps): string => clock.now().toISOString()

/** What an administrator fills in before tax receipts are issued. */
export const RECEIPT_SETTINGS = {
  on: true,
  articles: ['200', '238bis'],
  ground: 'Rescrit of 12 March 2026',
  category: 'Œuvre ou organisme d’intérêt général',
  object: 'Aide aux Soudanais de France',
  signer: 'Salma Idris',
  capacity: 'Trésorière',
} as const

/** Receipts are on, and what an earlier call set is gone. */
export async function turnReceiptsOn({ database: { db }, clock }: Deps): Promise<void> {
  await db.deleteFrom('settings').where('name', 'in', ['receipts', 'association']).execute()
  const change = { revision: 0, by: null, at: clock.now().toISOString() }
  const association = {
    ...BLANK_ASSOCIATION,
    name: 'Union des Soudanais',
    seat: '12 rue Haute, 75011 Paris',
    rna: 'W751234567',
    currency: 'EUR' as const,
  }
  await writeSetting(db, 'association', { ...change, value: association })
  const value = { ...RECEIPT_SETTINGS, articles: [...RECEIPT_SETTINGS.articles] }
  await writeSetting(db, 'receipts', { ...change, value })
}

/** A confirmed pledge in euros, of somebody whose name is known. */
export async function freshDonation(
  deps: Deps,
  more: Updateable<PledgeTable> = {},
): Promise<string> {
  const id = await freshPledge(deps)
  await deps.database.db
    .updateTable('pledges')
    .set({
      status: 'confirmed',
      name: 'Amna Idris',
      received_on: now(deps).slice(0, 10),
      received_cents: 4_850,
      received_currency: 'EUR',
      counted_cents: 4_850,
      ...more,
    })
    .where('id', '=', id)
    .execute()
  return id
}

/** @returns the id of the receipt of a new donation */
export async function freshReceipt(
  deps: Deps,
  memberId: number | null = null,
  donor = { name: 'Amna Idris', address: '3 rue Basse\n69000 Lyon' },
): Promise<string> {
  const { db } = deps.database
  const pledgeId = await freshDonation(deps, { member_id: memberId })
  const { reference } = await db
    .selectFrom('pledges')
    .select('reference')
    .where('id', '=', pledgeId)
    .executeTakeFirstOrThrow()
  const { name, seat, rna, siren } = (await readSetting(db, 'association')).value
  const { category, object, signer, capacity, articles } = RECEIPT_SETTINGS
  const at = now(deps)
  const receipt = await inTransaction(db, (transaction) =>
    insertReceipt(transaction, {
      pledgeId,
      memberId,
      by: 1,
      at,
      copy: {
        association: { name, seat, rna, siren, category, object },
        articles,
        donor,
        cents: 4_850,
        words: eurosInWords(4_850),
        receivedOn: at.slice(0, 10),
        method: 'bank',
        reference,
        issuedOn: parisDay(new Date(at)),
        signer: { name: signer, capacity },
      },
    }),
  )
  return receipt.id
}
