/** Tax receipts (ADR 0101). */
import type { Kysely } from 'kysely'
import { PAGE_SIZE_DEFAULT } from '#shared/contract/base/paging.ts'
import type * as contract from '#shared/contract/donation-receipts.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { eurosInWords } from '#shared/domain/receipts/french-sum.ts'
import { parisDay } from '#shared/domain/receipts/paris-day.ts'
import { isReceiptable, receiptGaps, receiptNumber } from '#shared/domain/receipts/tax-receipt.ts'
import type { CsvRows } from '#shared/domain/text/csv.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import { csvReply } from '../../http/csv-reply.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { lockPledge, type PledgeRow } from '../../records/donations/pledge-repository.ts'
import { presentPrinted, presentReceipt } from '../../records/donations/present-receipt.ts'
import {
  cancelReceipt,
  findReceipt,
  insertReceipt,
  readReceipts,
  receiptsInForce,
  receiptYears,
  sumReceipts,
  type ReceiptRow,
} from '../../records/donations/receipt-repository.ts'
import { stepUpRefusal } from '../../records/factors/step-up.ts'
import { budgetRefusal } from '../../records/members/list-limits.ts'
import { namesOf } from '../../records/members/member-repository.ts'
import { readAssociation, readSetting } from '../../records/settings/settings-repository.ts'

const namesIn = (db: Kysely<Schema>, rows: readonly ReceiptRow[]) =>
  namesOf(db, [...new Set(rows.flatMap((row) => [row.issued_by, row.cancelled_by ?? []].flat()))])

const yearNow = (now: Date): number => Number(parisDay(now).slice(0, 'yyyy'.length))

const listReceipts: Handler<typeof contract.listReceipts> = async (
  { query: { page = 1, size = PAGE_SIZE_DEFAULT, year: wished }, caller },
  deps,
) => {
  const { db } = deps.database
  const years = await receiptYears(db)
  const year = wished ?? years[0] ?? yearNow(deps.clock.now())
  const sums = await sumReceipts(db, year)
  const rows = await readReceipts(db, { year }, { limit: size, offset: (page - 1) * size })
  const asked = { page, size, year }
  const usedUp = await budgetRefusal(deps, caller.memberId, 'donation.receipts', asked, rows.length)
  if (usedUp !== undefined) return usedUp
  const names = await namesIn(db, rows)
  return done({
    on: (await readSetting(db, 'receipts')).value.on,
    year,
    years,
    ...sums,
    items: rows.map((row) => presentReceipt(row, names)),
    total: sums.inForce.count + sums.cancelled.count,
    totalIsCapped: false,
    page,
    size,
  })
}

const readReceipt: Handler<typeof contract.readReceipt> = async (
  { params, caller, facts },
  deps,
) => {
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  const { db } = deps.database
  const row = await findReceipt(db, params.id)
  if (row === undefined) return refuse('not-found')
  facts.trace({
    target: `pledge:${row.reference}`,
    detail: { number: receiptNumber(row.year, row.number) },
  })
  return done(presentPrinted(row, await namesIn(db, [row])))
}

/** What the paper says of the gift; undefined where there is no receipt for it. */
function giftOf(pledge: PledgeRow) {
  const { received_cents: cents, received_on: receivedOn } = pledge
  return isReceiptable(pledge) && cents !== null && receivedOn !== null
    ? { cents, receivedOn, method: pledge.method, reference: pledge.reference }
    : undefined
}

const issueReceipt: Handler<typeof contract.issueReceipt> = async (
  { body, caller, facts },
  deps,
) => {
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  const now = deps.clock.now()
  return facts.transact(async (transaction) => {
    const { value: settings } = await readSetting(transaction, 'receipts')
    const association = await readAssociation(transaction)
    if (!settings.on || receiptGaps(settings, association).length > 0)
      return refuse('receipt-impossible')
    const pledge = await lockPledge(transaction, body.pledgeId)
    if (pledge === undefined) return refuse('not-found')
    const gift = giftOf(pledge)
    if (gift === undefined) return refuse('receipt-impossible')
    if ((await receiptsInForce(transaction, [pledge.id])).size > 0)
      return refuse('receipt-in-force')
    const { name, seat, rna, siren } = association
    const { category, object, signer, capacity, articles } = settings
    const row = await insertReceipt(transaction, {
      pledgeId: pledge.id,
      memberId: pledge.member_id,
      by: caller.memberId,
      at: now.toISOString(),
      copy: {
        association: { name, seat, rna, siren, category, object },
        articles,
        donor: { name: body.donor, address: body.address },
        ...gift,
        words: eurosInWords(gift.cents),
        issuedOn: parisDay(now),
        signer: { name: signer, capacity },
      },
    })
    // The log outlives the copy: no name and no address in it.
    facts.trace({
      target: `pledge:${row.reference}`,
      detail: { number: receiptNumber(row.year, row.number), cents: row.cents },
    })
    return done(presentReceipt(row, await namesIn(transaction, [row])))
  })
}

const cancel: Handler<typeof contract.cancelReceipt> = async (
  { params, body, caller, facts },
  deps,
) => {
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  return facts.transact(async (transaction) => {
    const act = { reason: body.reason, by: caller.memberId, at: isoNow(deps.clock) }
    const isCancelled = await cancelReceipt(transaction, params.id, act)
    const row = await findReceipt(transaction, params.id)
    if (row === undefined) return refuse('not-found')
    if (!isCancelled) return refuse('already-decided')
    facts.trace({
      target: `pledge:${row.reference}`,
      detail: { number: receiptNumber(row.year, row.number), withReason: true },
    })
    return done(presentReceipt(row, await namesIn(transaction, [row])))
  })
}

const ROWS_AT_ONCE = 500
const COLUMNS = [
  'Number',
  'Issued (UTC)',
  'Issued by',
  'Donor',
  'Sum (EUR)',
  'Reference',
  'Cancelled (UTC)',
  'Cancelled by',
  'Reason',
]
const NOBODY = new Map<number, string>()

function cells(row: ReceiptRow) {
  const { donor } = presentReceipt(row, NOBODY)
  return [
    receiptNumber(row.year, row.number),
    row.issued_at,
    cardId(row.issued_by),
    donor,
    row.cents / 100,
    row.reference,
    row.cancelled_at,
    row.cancelled_by === null ? null : cardId(row.cancelled_by),
    row.cancel_reason,
  ]
}

async function* csvParts(db: Kysely<Schema>, year: number): AsyncGenerator<CsvRows> {
  yield [COLUMNS]
  for (let after = 0; ;) {
    const rows = await readReceipts(db, { year, after }, { limit: ROWS_AT_ONCE })
    yield rows.map(cells)
    if (rows.length < ROWS_AT_ONCE) return
    after = rows.at(-1)?.number ?? after
  }
}

const receiptsCsv: Handler<typeof contract.receiptsCsv> = async (
  { query: { year, language }, caller, facts },
  deps,
) => {
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  const { db } = deps.database
  const { inForce, cancelled } = await sumReceipts(db, year)
  facts.trace({ detail: { year, rows: inForce.count + cancelled.count } })
  return csvReply(facts.reply, {
    name: `receipts-${year}.csv`,
    language,
    parts: csvParts(db, year),
  })
}

export const donationReceiptsHandlers: HandlersOf<typeof contract.donationReceiptsRoutes> = {
  'donation.receipts': listReceipts,
  'donation.receiptRead': readReceipt,
  'donation.receiptIssue': issueReceipt,
  'donation.receiptCancel': cancel,
  'donation.receiptsCsv': receiptsCsv,
}
