/** Second factors: passkeys, codes of an app, recovery codes (ADR 0030). */
import * as z from 'zod'
import {
  FACTOR_KINDS,
  FACTOR_NAME_MAX,
  FACTORS_MAX,
  PROOF_METHODS,
} from '../domain/access/factor-rules.ts'
import { defineRoute } from './base/define-route.ts'
import { Empty, IsoInstant } from './base/schemas.ts'
import { machineText, textOf } from './base/text-fields.ts'

const Base64Url = (maxChars: number) =>
  machineText(maxChars)
    .regex(/^[\w-]*$/)
    .meta({ examples: ['q3jZ0k9mB2xW7vT5nR8sL1pY4cH6fD0a'] })
const FactorName = textOf('line')
  .min(1)
  .max(FACTOR_NAME_MAX)
  .meta({ examples: ['My phone'] })

/** WebAuthn's own JSON shapes; the library on the server checks them in full. */
const CredentialId = Base64Url(1_400)
const PasskeyBase = z.looseObject({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
})
const NewPasskey = PasskeyBase.extend({
  response: z.looseObject({
    clientDataJSON: Base64Url(8_000),
    attestationObject: Base64Url(40_000),
  }),
})
const PasskeyProof = PasskeyBase.extend({
  response: z.looseObject({
    clientDataJSON: Base64Url(8_000),
    authenticatorData: Base64Url(8_000),
    signature: Base64Url(8_000),
  }),
})
const PasskeyOptions = z
  .looseObject({ challenge: z.string() })
  .describe('Options for `navigator.credentials`, in the JSON form of WebAuthn')

const RecoveryCodes = z
  .array(z.string())
  .describe('Ten codes, each for one use; shown only here')
  .meta({ examples: [['3-7KQ2-M9XD-4TRB']] })

export const ProofMethods = z.array(z.enum(PROOF_METHODS))

/** In the reply of the sign-in, where the session waits for its second factor. */
export const SecondFactor = z.object({
  state: z
    .enum(['prove', 'enrol'])
    .describe('`prove` a factor that the account has, or `enrol` the first one'),
  methods: ProofMethods,
})

const Factor = z.object({
  id: z.uuid(),
  kind: z.enum(FACTOR_KINDS),
  name: z.string(),
  createdAt: IsoInstant,
  lastUsedAt: IsoInstant.nullable(),
})

export const listFactors = defineRoute({
  id: 'factors.list',
  method: 'GET',
  path: '/api/auth/factors',
  summary:
    'The second factors of the caller. A session that waits learns its state and the methods alone.',
  access: 'member',
  beforeFactor: ['prove', 'enrol'],
  reply: z.object({
    state: z.enum(['free', 'enrol', 'prove', 'proven']),
    required: z.boolean().describe('The role of the caller must have a second factor'),
    methods: ProofMethods,
    factors: z.array(Factor),
    recoveryCodesLeft: z.int(),
  }),
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: null,
})

/** A session that has to prove a factor must never be able to add one. */
const ENROLS = {
  access: 'member',
  beforeFactor: ['enrol'],
  limits: [{ per: 'caller', max: 20, windowS: 300 }],
} as const

export const beginPasskey = defineRoute({
  ...ENROLS,
  id: 'factors.beginPasskey',
  method: 'POST',
  path: '/api/auth/factors/passkey/begin',
  summary: `Begin to add a passkey; up to ${FACTORS_MAX} factors. After step-up, but for the first factor right after the sign-in.`,
  reply: z.object({ options: PasskeyOptions }),
  audit: null,
  errors: ['step-up-required', 'conflict'],
})

const Enrolled = z.object({
  id: z.uuid(),
  recoveryCodes: RecoveryCodes.nullable().describe('With the first factor; null with another one'),
})

export const finishPasskey = defineRoute({
  ...ENROLS,
  id: 'factors.finishPasskey',
  method: 'POST',
  path: '/api/auth/factors/passkey/finish',
  summary: 'Add the passkey that the browser made for the challenge.',
  request: { body: z.object({ name: FactorName, passkey: NewPasskey }) },
  reply: Enrolled,
  audit: 'factor.added',
  errors: ['step-up-required', 'second-factor-refused', 'conflict', 'busy'],
})

export const beginTotp = defineRoute({
  ...ENROLS,
  id: 'factors.beginTotp',
  method: 'POST',
  path: '/api/auth/factors/totp/begin',
  summary:
    'Begin to add a code app: the secret for it, which works once its first code is confirmed.',
  reply: z.object({
    secret: z.string().describe('base32'),
    uri: z.string().describe('The text of the QR code: `otpauth://totp/…`'),
  }),
  audit: null,
  errors: ['step-up-required', 'conflict'],
})

export const finishTotp = defineRoute({
  ...ENROLS,
  id: 'factors.finishTotp',
  method: 'POST',
  path: '/api/auth/factors/totp/finish',
  summary: 'Add the code app, with a code that it shows.',
  request: {
    body: z.object({
      name: FactorName,
      code: textOf('code')
        .max(32)
        .meta({ examples: ['123456'] }),
    }),
  },
  reply: Enrolled,
  audit: 'factor.added',
  errors: ['step-up-required', 'second-factor-refused', 'conflict', 'busy'],
})

export const renewRecoveryCodes = defineRoute({
  id: 'factors.renewRecoveryCodes',
  method: 'POST',
  path: '/api/auth/recovery-codes',
  summary: 'Ten new recovery codes, after step-up; the old ones stop working.',
  access: 'member',
  reply: z.object({ recoveryCodes: RecoveryCodes }),
  limits: [{ per: 'caller', max: 5, windowS: 300 }],
  audit: 'factor.recovery-codes-renewed',
  errors: ['step-up-required', 'not-found', 'busy'],
})

export const deleteFactor = defineRoute({
  id: 'factors.delete',
  method: 'DELETE',
  path: '/api/auth/factors/:id',
  summary:
    'Delete a factor of the caller, after step-up. The last one of staff who must have one stays; with the last one of a member the recovery codes go.',
  access: 'member',
  request: { params: z.object({ id: z.uuid() }) },
  reply: Empty,
  limits: [{ per: 'caller', max: 20, windowS: 300 }],
  audit: 'factor.deleted',
  errors: ['step-up-required', 'not-found', 'last-factor'],
})

const Purpose = z
  .enum(['sign-in', 'step-up'])
  .describe('`sign-in` opens a session that waits; `step-up` opens its sensitive calls')

export const beginProof = defineRoute({
  id: 'factors.beginProof',
  method: 'POST',
  path: '/api/auth/factors/proof/begin',
  summary:
    'The methods with which the caller can prove a factor, and a challenge for the passkeys.',
  access: 'member',
  beforeFactor: ['prove'],
  request: { body: z.object({ purpose: Purpose }) },
  reply: z.object({
    methods: ProofMethods,
    options: PasskeyOptions.nullable().describe('Null where there is no passkey'),
  }),
  limits: [{ per: 'caller', max: 60, windowS: 300 }],
  audit: null,
})

export const finishProof = defineRoute({
  id: 'factors.finishProof',
  method: 'POST',
  path: '/api/auth/factors/proof/finish',
  summary:
    'Prove a factor. Five wrong codes in ten minutes, or twenty in a day, close the codes of the account for that time; passkeys stay open.',
  access: 'member',
  beforeFactor: ['prove'],
  request: {
    body: z
      .discriminatedUnion('method', [
        z.object({ method: z.literal('totp'), purpose: Purpose, code: textOf('code').max(32) }),
        z.object({ method: z.literal('recovery'), purpose: Purpose, code: textOf('code').max(64) }),
        z.object({ method: z.literal('passkey'), purpose: Purpose, passkey: PasskeyProof }),
      ])
      .meta({ examples: [{ method: 'totp', purpose: 'sign-in', code: '123456' }] }),
  },
  reply: z.object({ proven: z.literal(true), recoveryCodesLeft: z.int() }),
  limits: [{ per: 'caller', max: 60, windowS: 300 }],
  audit: 'factor.proven',
  errors: ['second-factor-refused', 'too-many', 'busy'],
})

export const factorsRoutes = [
  listFactors,
  beginPasskey,
  finishPasskey,
  beginTotp,
  finishTotp,
  renewRecoveryCodes,
  deleteFactor,
  beginProof,
  finishProof,
] as const
