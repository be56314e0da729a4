/** WebAuthn: the relying party is the host of PUBLIC_URL, and a passkey works at that origin alone. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { CHALLENGE_TTL_S } from '#shared/domain/access/factor-rules.ts'
import { isStaff, type Role } from '#shared/domain/people/roles.ts'
import type { Deps } from '../../deps/deps.ts'
import type { factorsOf, findPasskey } from '../../records/factors/factor-repository.ts'

type FactorRow = Awaited<ReturnType<typeof factorsOf>>[number]
type PasskeyRow = NonNullable<Awaited<ReturnType<typeof findPasskey>>>

/**
 * The name under which the passkey stands in the list of a phone, and in the cloud of its maker: it must not say
 * who the holder is, nor which association this is about more than the address does.
 */
const ACCOUNT_NAME = 'WLD'

/** Loaded on first use: a server at rest saves its 18 MB. */
const webAuthn = () => import('@simplewebauthn/server')

const relyingParty = ({ config }: Pick<Deps, 'config'>) => {
  const { hostname, origin } = new URL(config.publicUrl)
  return { rpID: hostname, origin }
}

/** Ed25519, ES256 and RS256: what devices have. Asked about more, Node.js warns that those are experimental. */
const ALGORITHMS = [-8, -7, -257]

/** Staff unlock the passkey each time (finger, face, PIN): a stolen key is not enough. */
const verification = (role: Role) => (isStaff(role) ? 'required' : 'preferred')

const credentialsOf = (rows: readonly FactorRow[]) =>
  rows.flatMap(
    ({ credential_id: id, transports }) =>
      id === null
        ? []
        : [{ id, transports: JSON.parse(transports ?? '[]') as AuthenticatorTransport[] }], // written below
  )
type AuthenticatorTransport = NonNullable<
  RegistrationResponseJSON['response']['transports']
>[number]

export async function passkeyCreation(
  deps: Pick<Deps, 'config' | 'secrets'>,
  holder: { readonly memberId: number; readonly role: Role },
  held: readonly FactorRow[],
) {
  const { generateRegistrationOptions } = await webAuthn()
  return generateRegistrationOptions({
    rpName: ACCOUNT_NAME,
    rpID: relyingParty(deps).rpID,
    userName: ACCOUNT_NAME,
    // A passkey says this handle to the site. A MAC, so that it does not hold the card number.
    userID: Buffer.from(deps.secrets.mac('factors', `passkey/${holder.memberId}`), 'base64url'),
    timeout: CHALLENGE_TTL_S * 1_000,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: credentialsOf(held),
    // Not listed on the device where it can be avoided: a phone may be searched.
    authenticatorSelection: {
      residentKey: 'discouraged',
      userVerification: verification(holder.role),
    },
  })
}

export async function passkeyRequest(
  deps: Pick<Deps, 'config'>,
  role: Role,
  held: readonly FactorRow[],
) {
  const { generateAuthenticationOptions } = await webAuthn()
  return generateAuthenticationOptions({
    rpID: relyingParty(deps).rpID,
    allowCredentials: credentialsOf(held),
    timeout: CHALLENGE_TTL_S * 1_000,
    userVerification: verification(role),
  })
}

/** Made in a frame of another site, which no page of ours is shown in: somebody lays ours under theirs. */
function isFramed({ response }: { readonly response: { readonly clientDataJSON: string } }) {
  const said: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())
  return (said as { readonly crossOrigin?: unknown }).crossOrigin === true // verified before
}

export interface NewPasskey {
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: string
}

/** Undefined for everything that is not a new passkey for this challenge, this origin and this host. */
export async function readNewPasskey(
  deps: Pick<Deps, 'config'>,
  role: Role,
  { challenge, response }: { readonly challenge: string; readonly response: unknown },
): Promise<NewPasskey | undefined> {
  const { rpID, origin } = relyingParty(deps)
  const { verifyRegistrationResponse } = await webAuthn()
  const given = response as RegistrationResponseJSON // checked by this very function
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: given,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: isStaff(role),
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified || isFramed(given)) return undefined
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: JSON.stringify(transports.slice(0, 10).map((name) => String(name).slice(0, 20))),
    }
  } catch {
    return undefined // the caller refuses every cause alike
  }
}

/** The new counter; undefined for everything that is not a proof by this passkey, a counter that went back among them. */
export async function readPasskeyProof(
  deps: Pick<Deps, 'config'>,
  role: Role,
  proof: { readonly challenge: string; readonly response: unknown; readonly passkey: PasskeyRow },
): Promise<number | undefined> {
  const { rpID, origin } = relyingParty(deps)
  const { credential_id: id, public_key: publicKey, counter } = proof.passkey
  if (id === null || publicKey === null || counter === null) return undefined
  const { verifyAuthenticationResponse } = await webAuthn()
  const given = proof.response as AuthenticationResponseJSON // checked by this very function
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: given,
      expectedChallenge: proof.challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential: { id, publicKey: Buffer.from(publicKey, 'base64url'), counter },
      requireUserVerification: isStaff(role),
    })
    return verified && !isFramed(given) ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined // the caller refuses every cause alike
  }
}
