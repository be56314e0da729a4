import type { DonationReceipt, PrintedReceipt } from '#shared/contract/donation-receipts.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { receiptNumber } from '#shared/domain/receipts/tax-receipt.ts'
import { copyOf, type ReceiptRow } from './receipt-repository.ts'

type Names = ReadonlyMap<number, string>

const personOf = (id: number, names: Names) => ({ cardId: cardId(id), name: names.get(id) ?? '' })

const fieldsOf = (row: ReceiptRow, names: Names) => ({
  id: row.id,
  number: receiptNumber(row.year, row.number),
  reference: row.reference,
  cents: row.cents,
  issuedAt: row.issued_at,
  issuedBy: personOf(row.issued_by, names),
  cancelled:
    row.cancelled_at === null
      ? null
      : {
          at: row.cancelled_at,
          by: row.cancelled_by === null ? null : personOf(row.cancelled_by, names),
          reason: row.cancel_reason,
        },
})

export const presentReceipt = (row: ReceiptRow, names: Names): DonationReceipt => ({
  ...fieldsOf(row, names),
  donor: copyOf(row)?.donor.name ?? row.copy, // blank or unreadable
})

export function presentPrinted(row: ReceiptRow, names: Names): PrintedReceipt {
  const copy = copyOf(row)
  return {
    ...fieldsOf(row, names),
    copy: copy === null ? null : { ...copy, articles: [...copy.articles] },
  }
}
