/**
 * One-time codes: six digits or a link that prove an address. The table holds MACs alone, of the address and
 * of the code; a code means nothing for another purpose, address or member. A new code replaces the
 * old one.
 */
import { randomBytes, randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import {
  CODE_LENGTH,
  CODE_MAX_TRIES,
  CODE_SENDS_PER_DAY,
  CODE_SENDS_PER_HOUR,
  CODE_TTL_S,
  LINK_CODE,
} from '#shared/domain/access/code-rules.ts'
import { DAY_S, HOUR_S } from '#shared/domain/units.ts'
import { isoAfter, isoNow, type Clock } from '../../base/clock.ts'
import type { CodeTable, Schema } from '../database/schema.ts'
import type { Secrets } from './secrets.ts'
import type { Throttle } from './throttle.ts'

type CodePurpose = CodeTable['purpose']

export interface CodeSubject {
  readonly purpose: CodePurpose
  /** The address that the code proves, in the spelling in which addresses are compared. */
  readonly address: string
  /** The member, where a member changes the own account. */
  readonly memberId?: number
}

export type CodeFault = 'invalid' | 'expired' | 'too-many-tries'
export type CodeCheck = { readonly ok: true } | { readonly ok: false; readonly reason: CodeFault }

interface CodeDeps {
  readonly secrets: Secrets
  readonly clock: Clock
}

const subjectKey = (
  { secrets }: Pick<CodeDeps, 'secrets'>,
  { purpose, address, memberId }: CodeSubject,
): string => secrets.mac('lookup', JSON.stringify(['code', purpose, address, memberId ?? null]))

/** @param holder the account that a right code opens, where the code opens one */
const codeText = (key: string, code: string, holder: number | undefined): string =>
  JSON.stringify([key, code, holder ?? null])

/**
 * Counts a send; returns the seconds to wait when the quota of the address for this hour or day is
 * used up. Counted by address alone and before any member is looked up, so it does not reveal
 * whether the address is registered. The daily quota limits a guessing caller to a few dozen tries
 * out of a million a day.
 */
export async function countSend(
  { throttle, secrets }: { readonly throttle: Throttle; readonly secrets: Secrets },
  { purpose, address }: CodeSubject,
): ReturnType<Throttle['hit']> {
  const bucket = `code/${purpose}/${secrets.mac('lookup', address)}`
  const hour = await throttle.hit(`${bucket}/hour`, CODE_SENDS_PER_HOUR, HOUR_S)
  return hour.ok ? throttle.hit(`${bucket}/day`, CODE_SENDS_PER_DAY, DAY_S) : hour
}

async function put(
  deps: CodeDeps,
  db: Kysely<Schema>,
  subject: CodeSubject,
  codeMac: string,
): Promise<void> {
  const row = {
    code_mac: codeMac,
    tries: 0,
    created_at: isoNow(deps.clock),
    expires_at: isoAfter(deps.clock, CODE_TTL_S),
  }
  await db
    .insertInto('codes')
    .values({ purpose: subject.purpose, subject: subjectKey(deps, subject), ...row })
    .onConflict((conflict) => conflict.columns(['purpose', 'subject']).doUpdateSet(row))
    .execute()
}

const sixDigits = (): string => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
/** For `issueCode`: a code that nobody can guess or type. */
export const linkCode = (): string => randomBytes(32).toString('base64url')

/** Makes the code of a subject; it is returned only here, to be mailed. */
export async function issueCode(
  deps: CodeDeps,
  db: Kysely<Schema>,
  subject: CodeSubject,
  holder?: number,
  makeCode = sixDigits,
): Promise<string> {
  const code = makeCode()
  await put(
    deps,
    db,
    subject,
    deps.secrets.mac('codes', codeText(subjectKey(deps, subject), code, holder)),
  )
  return code
}

/**
 * Writes a row that no code matches, where no code may be sent. Without it the replies to wrong
 * codes would differ: only addresses with a row run out of tries.
 */
export const issueUnguessable = (
  deps: CodeDeps,
  db: Kysely<Schema>,
  subject: CodeSubject,
): Promise<void> => put(deps, db, subject, deps.secrets.mac('codes', linkCode()))

/** Whether a guess at the code of this subject would be compared. */
export const isOpenCode = async (
  deps: CodeDeps,
  db: Kysely<Schema>,
  subject: CodeSubject,
): Promise<boolean> =>
  (await db
    .selectFrom('codes')
    .select('purpose')
    .where('purpose', '=', subject.purpose)
    .where('subject', '=', subjectKey(deps, subject))
    .where('tries', '<', CODE_MAX_TRIES)
    .where('expires_at', '>', isoNow(deps.clock))
    .executeTakeFirst()) !== undefined

/**
 * Checks a code and spends it. The try is counted before the code is compared, in one conditional
 * statement: of many simultaneous guesses no more than the limit are compared, and of two right
 * ones only one succeeds. The code of a link is compared without limit: nobody guesses 256 bits, and
 * a stranger who spends the tries must not end the link of its holder.
 */
export async function spendCode(
  deps: CodeDeps,
  db: Kysely<Schema>,
  subject: CodeSubject,
  code: string,
  holder?: number,
): Promise<CodeCheck> {
  const key = subjectKey(deps, subject)
  const now = isoNow(deps.clock)
  const isLink = LINK_CODE.test(code)
  const counted = await db
    .updateTable('codes')
    .set((eb) => ({ tries: eb('tries', '+', isLink ? 0 : 1) }))
    .where('purpose', '=', subject.purpose)
    .where('subject', '=', key)
    .$if(!isLink, (query) => query.where('tries', '<', CODE_MAX_TRIES))
    .where('expires_at', '>', now)
    .returning('code_mac')
    .executeTakeFirst()
  if (counted === undefined)
    return { ok: false, reason: await whyNot(db, subject.purpose, key, now) }
  if (!deps.secrets.macMatches('codes', codeText(key, code, holder), counted.code_mac))
    return { ok: false, reason: 'invalid' }
  const { numDeletedRows } = await db
    .deleteFrom('codes')
    .where('purpose', '=', subject.purpose)
    .where('subject', '=', key)
    .where('code_mac', '=', counted.code_mac)
    .executeTakeFirst()
  return numDeletedRows === 1n ? { ok: true } : { ok: false, reason: 'invalid' }
}

async function whyNot(
  db: Kysely<Schema>,
  purpose: CodePurpose,
  key: string,
  now: string,
): Promise<CodeFault> {
  const row = await db
    .selectFrom('codes')
    .select('expires_at')
    .where('purpose', '=', purpose)
    .where('subject', '=', key)
    .executeTakeFirst()
  if (row === undefined) return 'invalid'
  return row.expires_at <= now ? 'expired' : 'too-many-tries'
}

/** Withdraws the codes of these subjects. */
export async function withdrawCodes(
  deps: Pick<CodeDeps, 'secrets'>,
  db: Kysely<Schema>,
  subjects: readonly CodeSubject[],
): Promise<void> {
  for (const subject of subjects)
    await db
      .deleteFrom('codes')
      .where('purpose', '=', subject.purpose)
      .where('subject', '=', subjectKey(deps, subject))
      .execute()
}

/** The refusal for a wrong code; clients translate by its reason. */
export const CODE_FAULT_MESSAGES: Readonly<Record<CodeFault, string>> = {
  invalid: 'Invalid verification code',
  expired: 'The verification code has expired',
  'too-many-tries': 'Too many attempts. Ask for a new code.',
}
