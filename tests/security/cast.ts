import type { Deps } from '#server/deps/deps.ts'
import { openSession } from '#server/features/auth/open-session.ts'
import { issueTicket } from '#server/http/principal/ticket.ts'
/** The callers of the permission matrix, each with its credentials. No password is hashed for them. */
import { createAccessTokens } from '#server/parts/security/access-tokens.ts'
import { recordProof } from '#server/records/factors/step-up-repository.ts'
import { ACCESS_TOKEN_TTL_S } from '#shared/domain/access/session-rules.ts'
import { newAddress } from '#tests/builders/applicant.ts'
import { buildTotp, proveFactor, type BuiltTotp } from '#tests/builders/factor.ts'
import { buildMember, type BuiltMember } from '#tests/builders/member.ts'
import { isRole, type CallerKind } from '#tests/support/matrix.ts'
import { freshDevice, freshPass, freshWitness } from './fresh-rows.ts'

export interface Player {
  readonly kind: CallerKind
  readonly bearer: string | undefined
  readonly member?: BuiltMember
  readonly sessionId?: string
  /** The address that the registration ticket proves. */
  readonly email?: string
  /** The one event of a device. */
  readonly eventId?: string
  /** The one report of a receipt. */
  readonly reportId?: number
  /** The one pass of a token of Apple Wallet. */
  readonly serial?: string
}

const text64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token that is valid except for its missing signature; old libraries accepted such tokens. */
function unsignedToken(memberId: number, sessionId: string, nowS: number): string {
  const claims = {
    iss: 'wld',
    aud: 'wld-api',
    sub: String(memberId),
    sid: sessionId,
    iat: nowS,
    exp: nowS + ACCESS_TOKEN_TTL_S,
  }
  return `${text64({ alg: 'none', typ: 'at+jwt' })}.${text64(claims)}.`
}

export async function castPlayer(deps: Deps, kind: CallerKind): Promise<Player> {
  if (kind === 'anonymous') return { kind, bearer: undefined }
  if (kind === 'garbage') return { kind, bearer: 'bm90IGEgdG9rZW4.at.all' }
  if (kind === 'ticket') {
    const email = newAddress()
    return { kind, email, bearer: await issueTicket(deps, email) }
  }
  if (kind === 'witness') return { kind, ...(await freshWitness(deps)) }
  if (kind === 'wallet-pass') return { kind, ...(await freshPass(deps)) }
  if (kind === 'device') {
    const { token, eventId } = await freshDevice(
      deps,
      (await buildMember(deps, { role: 'admin' })).id,
    )
    return { kind, eventId, bearer: token }
  }
  const member = await buildMember(deps, {
    role: isRole(kind) ? kind : 'admin',
    status: kind === 'inactive' || kind === 'banned' ? kind : 'active',
  })
  const { sessionId, accessToken, refreshToken } = await openSession(deps, member.id, 'matrix')
  const player = { kind, member, sessionId, bearer: accessToken }
  const nowS = Math.floor(deps.clock.now().getTime() / 1_000)
  switch (kind) {
    case 'signed-out':
      await deps.database.db
        .updateTable('sessions')
        .set({ ended_at: deps.clock.now().toISOString(), end_reason: 'signed-out' })
        .where('id', '=', sessionId)
        .execute()
      return player
    case 'erased':
      await deps.database.db.deleteFrom('members').where('id', '=', member.id).execute()
      return { kind, bearer: accessToken }
    case 'expired': {
      const earlier = { now: () => new Date((nowS - ACCESS_TOKEN_TTL_S - 60) * 1_000) }
      return {
        ...player,
        bearer: await createAccessTokens(deps.keys, earlier).issue({
          memberId: member.id,
          sessionId,
        }),
      }
    }
    case 'refresh-token':
      return { ...player, bearer: refreshToken }
    case 'unsigned':
      return { ...player, bearer: unsignedToken(member.id, sessionId, nowS) }
    default:
      return player
  }
}

/** Records the proof that `validate/password` records. */
export const provePassword = (deps: Deps, { sessionId }: Player): Promise<void> =>
  sessionId === undefined ? Promise.resolve() : recordProof(deps, sessionId, { kind: 'password' })

/** A code app of the player, proven by the session when it was opened; with it the steps of a sensitive call. */
export async function giveFactor(deps: Deps, { member, sessionId }: Player): Promise<BuiltTotp> {
  const totp = await buildTotp(deps, member?.id ?? (await buildMember(deps)).id)
  if (sessionId !== undefined) await proveFactor(deps, sessionId)
  return totp
}
export const proveFactorAgain = (deps: Deps, { sessionId }: Player): Promise<void> =>
  sessionId === undefined ? Promise.resolve() : recordProof(deps, sessionId, { kind: 'factor' })
