import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { notMe as route } from '#shared/contract/auth.ts'
import { NOT_ME_TTL_S } from '#shared/domain/access/factor-rules.ts'
import { isoAfter, isoNow } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler } from '../../http/handlers.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { mailMember } from '../../parts/mail/outbox.ts'
import { findByNumber } from '../members/member-repository.ts'
import { endSessionsOf } from './end-sessions.ts'
import { forgetKnownDevices, insertNotMeLink, spendNotMeLink } from './known-device-repository.ts'

const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** The link for the mail about a new sign-in; the token is returned only here. */
export async function makeNotMeLink(
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  db: Kysely<Schema>,
  memberId: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await insertNotMeLink(db, {
    token_hash: tokenHash(token),
    member_id: memberId,
    expires_at: isoAfter(clock, NOT_ME_TTL_S),
    used_at: null,
  })
  return `${config.publicUrl}/not-me#${token}` // behind #: it never reaches a log
}

/**
 * The holder reports a sign-in of another person. A POST from a page: a mail scanner that opens links changes
 * nothing. The password still works, so the reply and the mail ask for a new one.
 */
export const notMe: Handler<typeof route> = ({ body, facts }, deps) =>
  facts.transact(async (transaction) => {
    const at = isoNow(deps.clock)
    const memberId = await spendNotMeLink(transaction, tokenHash(body.token), at)
    const member = memberId === undefined ? undefined : await findByNumber(transaction, memberId)
    if (member === undefined) return refuse('not-found')
    await endSessionsOf(transaction, member.id, { at, reason: 'not-me' })
    await forgetKnownDevices(transaction, member.id)
    await mailMember(deps, transaction, member, 'all-sessions-ended', { at })
    facts.trace({ target: `member:${member.id}` })
    return done({ ended: true })
  })
