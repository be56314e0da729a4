import type * as z from 'zod'
import type { BankAccount, Pledge } from '#shared/contract/donations.ts'
import { formatIban } from '#shared/domain/bank-account.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { isReceiptable, receiptNumber } from '#shared/domain/receipts/tax-receipt.ts'
import type { DecisionRow, PledgeRow } from './pledge-repository.ts'
import type { ReceiptRow } from './receipt-repository.ts'

const received = ({
  received_cents: cents,
  received_currency: currency,
  counted_cents: countedCents,
}: Pick<PledgeRow, 'received_cents' | 'received_currency' | 'counted_cents'>): Pledge['received'] =>
  cents === null || currency === null || countedCents === null
    ? null
    : { cents, currency, countedCents }

const person = (id: number | null, names: ReadonlyMap<number, string>) =>
  id === null ? null : { cardId: cardId(id), name: names.get(id) ?? '' }

interface ReceiptState {
  readonly on: boolean
  readonly inForce: Pick<ReceiptRow, 'id' | 'year' | 'number'> | undefined
}

const presentReceiptState = (row: PledgeRow, { on, inForce }: ReceiptState): Pledge['receipt'] => ({
  possible: on && inForce === undefined && isReceiptable(row),
  inForce:
    inForce === undefined
      ? null
      : { id: inForce.id, number: receiptNumber(inForce.year, inForce.number) },
})

export const presentPledge = (
  row: PledgeRow,
  decisions: readonly DecisionRow[],
  names: ReadonlyMap<number, string>,
  receipt: ReceiptState,
): Pledge => ({
  id: row.id,
  reference: row.reference,
  cause: row.cause,
  amountUsd: row.amount_usd,
  method: row.method,
  status: row.status,
  name: row.name,
  email: row.email,
  userId: row.member_id === null ? null : cardId(row.member_id),
  note: row.note,
  createdAt: row.created_at,
  receivedOn: row.received_on,
  received: received(row),
  decidedAt: row.decided_at,
  decidedBy: person(row.decided_by, names),
  receipt: presentReceiptState(row, receipt),
  history: decisions.map((one) => ({
    status: one.status,
    note: one.note,
    receivedOn: one.received_on,
    received: received(one),
    at: one.decided_at,
    by: person(one.decided_by, names),
  })),
})

const accountLines = ({ holder, iban, bic, bank }: z.output<typeof BankAccount>): string =>
  [holder, `IBAN ${formatIban(iban)}`, bic === '' ? '' : `BIC ${bic}`, bank]
    .filter((line) => line !== '')
    .join('\n')

/**
 * Where to pay, for the mail to the giver. Values that do not apply to this pledge are blank, which
 * leaves out their paragraph.
 */
export const presentPayTo = ({
  accounts,
  samples,
  payAt,
  method,
}: {
  readonly accounts: readonly z.output<typeof BankAccount>[]
  readonly samples: boolean
  readonly payAt: string | null
  readonly method: string
}) => ({
  account: accounts.length === 1 ? accounts.map(accountLines).join() : '',
  accounts: accounts.length > 1 ? accounts.map(accountLines).join('\n\n') : '',
  payAt: payAt ?? '',
  hint: samples ? 'samples' : method === 'bank' && accounts.length === 0 ? 'no-account' : '',
})
