import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import type { Reply } from '#shared/contract/base/define-route.ts'
import { beginPasskey, beginProof, finishPasskey, finishProof } from '#shared/contract/factors.ts'
/** The browser's side of passkeys. */
import { platform } from '@platform'
import { ask } from '../../platform/calls/api.ts'

export type ProofPurpose = 'sign-in' | 'step-up'

/** A passkey belongs to the host of a web address, and the desktop app's page has none (`app://wld`). */
export const canUsePasskeys = (): boolean =>
  platform.bridge === undefined && browserSupportsWebAuthn()

/** Undefined where the person cancelled, or the browser refused: it does not say which. */
async function asked<T>(browser: Promise<T>): Promise<T | undefined> {
  try {
    return await browser
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

/** False where the browser gave no passkey. Rejects with the failure of a call. */
export async function provePasskey(purpose: ProofPurpose): Promise<boolean> {
  const { options } = await ask(beginProof, { body: { purpose } })
  if (options === null) return false
  const passkey = await asked(
    startAuthentication({
      optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON, // written by the library's other half
    }),
  )
  if (passkey === undefined) return false
  await ask(finishProof, { body: { method: 'passkey', purpose, passkey: proofOf(passkey) } })
  return true
}

/** Undefined where the browser gave no passkey. Rejects with the failure of a call. */
export async function addPasskey(name: string): Promise<Reply<typeof finishPasskey> | undefined> {
  const { options } = await ask(beginPasskey, {})
  const passkey = await asked(
    startRegistration({
      optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON, // written by the library's other half
    }),
  )
  return passkey === undefined
    ? undefined
    : ask(finishPasskey, { body: { name, passkey: newOf(passkey) } })
}

/** As types with any further property, which the contract passes on. */
const proofOf = ({ response, ...rest }: AuthenticationResponseJSON) => ({
  ...rest,
  response: { ...response },
})
const newOf = ({ response, ...rest }: RegistrationResponseJSON) => ({
  ...rest,
  response: { ...response },
})
