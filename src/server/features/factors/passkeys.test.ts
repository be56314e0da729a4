/** The ceremonies of section 16 of WebAuthn Level 3, whose bytes no code of ours made. */
import { describe, expect, test } from 'vitest'
import type { Role } from '#shared/domain/people/roles.ts'
import { vectors } from '#tests/vectors/webauthn.json' with { type: 'json' }
import { readNewPasskey, readPasskeyProof } from './passkeys.ts'

const AT_EXAMPLE = { config: { publicUrl: 'https://example.org' } } as Parameters<
  typeof readNewPasskey
>[0] // the rest is not read

type Vector = (typeof vectors)[number]
const reply = ({ id }: Vector, response: object) => ({
  id,
  rawId: id,
  type: 'public-key',
  clientExtensionResults: {},
  response,
})

const enrol = (vector: Vector, role: Role = 'member', challenge = vector.registration.challenge) =>
  readNewPasskey(AT_EXAMPLE, role, { challenge, response: reply(vector, vector.registration) })

interface Held {
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
}
async function prove(vector: Vector, changes: Partial<Vector['authentication']> = {}, held?: Held) {
  const made = held ?? (await enrol(vector))
  const { challenge, ...response } = { ...vector.authentication, ...changes }
  return readPasskeyProof(AT_EXAMPLE, 'member', {
    challenge,
    response: reply(vector, response),
    passkey: {
      credential_id: made?.credentialId ?? '',
      public_key: made?.publicKey ?? '',
      counter: made?.counter ?? 0,
    } as Parameters<typeof readPasskeyProof>[2]['passkey'], // the columns that are read
  })
}

const vector = (section: string): Vector => {
  const found = vectors.find((one) => one.section === section)
  if (found === undefined) throw new Error(`no vector ${section}`)
  return found
}

describe.each([
  'none-es256',
  'packed-self-es256',
  'none-es256-long-credential-id',
  'packed-rs256',
  'packed-eddsa',
])('%s', (section) => {
  const good = vector(section)
  test('is enrolled under its own number, and proves', async () => {
    expect(await enrol(good)).toMatchObject({ credentialId: good.id, counter: 0 })
    expect(await prove(good)).toBe(0)
  })

  test('does not for another challenge, or with a changed signature', async () => {
    expect(await enrol(good, 'member', good.authentication.challenge)).toBeUndefined()
    expect(await prove(good, { challenge: good.registration.challenge })).toBeUndefined()
    const { signature } = good.authentication
    const flipped = Buffer.from(signature, 'base64url')
    flipped.writeUInt8(flipped.readUInt8(flipped.length - 1) ^ 1, flipped.length - 1)
    expect(await prove(good, { signature: flipped.toString('base64url') })).toBeUndefined()
  })
})

test('staff cannot enrol one that its holder did not unlock', async () => {
  expect(await enrol(vector('packed-self-es256'), 'admin')).toBeDefined()
  expect(await enrol(vector('none-es256'), 'admin')).toBeUndefined()
})

test('a key of a kind that was not asked for is refused', async () =>
  expect(await enrol(vector('packed-es384'))).toBeUndefined())

describe.each(['none-es256-crossOrigin', 'none-es256-topOrigin'])(
  '%s, made in a frame of another site, which no page of ours is shown in',
  (section) => {
    const framed = vector(section)
    test('is not enrolled', async () => expect(await enrol(framed)).toBeUndefined())

    test('does not prove', async () => {
      // Its key, as a library without this rule reads it.
      const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
      const { registrationInfo } = await verifyRegistrationResponse({
        response: reply(framed, framed.registration) as Parameters<
          typeof verifyRegistrationResponse
        >[0]['response'],
        expectedChallenge: framed.registration.challenge,
        expectedOrigin: 'https://example.org',
        expectedRPID: 'example.org',
        requireUserVerification: false,
      })
      if (registrationInfo === undefined) throw new Error('the vector is not read')
      const { id: credentialId, publicKey, counter } = registrationInfo.credential
      const held = {
        credentialId,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
      }
      expect(await prove(framed, {}, held)).toBeUndefined()
    })
  },
)
