import type { Deps } from '#server/deps/deps.ts'
/** A member with a session, as after a sign-in. Sign-in itself is the subject of other tests. */
import { openSession } from '#server/features/auth/open-session.ts'
import { recordProof } from '#server/records/factors/step-up-repository.ts'
import { buildMember, type BuiltMember, type MemberWish } from './member.ts'

export interface Person extends BuiltMember {
  /** The access token. A person is also what the client takes as the options of a call. */
  readonly bearer: string
  readonly refreshToken: string
  readonly sessionId: string
}

export interface PersonWish extends MemberWish {
  /** The session has just proven its password, as acts of weight require. */
  readonly proven?: boolean
}

export async function buildPerson(
  deps: Deps,
  { proven = false, ...wish }: PersonWish = {},
): Promise<Person> {
  const member = await buildMember(deps, wish)
  const { accessToken, ...session } = await openSession(deps, member.id, 'test')
  if (proven) await recordProof(deps, session.sessionId, { kind: 'password' })
  return { ...member, ...session, bearer: accessToken }
}
