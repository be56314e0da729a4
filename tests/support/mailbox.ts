/** Waiting mails of the outbox, opened as the sending job opens them. */
import type { Deps } from '#server/deps/deps.ts'
import { openMailValues } from '#server/parts/mail/outbox.ts'

export interface WaitingMail {
  readonly id: string
  readonly template: string
  readonly language: string
  readonly values: Readonly<Record<string, string>>
}

/** Mails that wait for an address, the oldest first. */
export async function mailsTo(deps: Deps, address: string): Promise<readonly WaitingMail[]> {
  const rows = await deps.database.db
    .selectFrom('mails')
    .selectAll()
    .where('to_address', '=', address)
    .where('sent_at', 'is', null)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    template: row.template,
    language: row.language,
    values: openMailValues(deps, row),
  }))
}

/** Returns the last code that was mailed to an address, as digits or in a link; throws when there is none. */
export async function lastCode(deps: Deps, address: string): Promise<string> {
  const code = (await mailsTo(deps, address))
    .map(({ values: { code: digits, link = '' } }) => digits ?? /[#&]code=([\w-]+)/.exec(link)?.[1])
    .filter((value) => value !== undefined)
    .at(-1)
  if (code === undefined) throw new Error(`No code was mailed to ${address}`)
  return code
}

/** Returns a different code. */
export const otherCode = (code: string): string =>
  String((Number(code) + 1) % 1_000_000).padStart(6, '0')
