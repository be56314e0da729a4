import * as z from 'zod'
import { defineRoute } from './base/define-route.ts'
import { Empty } from './base/schemas.ts'
import { machineText, textOf } from './base/text-fields.ts'

const Standing = z
  .enum(['off', 'available', 'added'])
  .describe('Off on this server, or whether the caller asked for a pass of the present card')

export const walletStanding = defineRoute({
  id: 'wallet.standing',
  method: 'GET',
  path: '/api/wallet',
  summary: 'Which wallets the caller’s card can be put into, and into which it was.',
  access: 'member',
  reply: z.object({ apple: Standing, google: Standing }),
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: null,
})
export type WalletStanding = z.output<(typeof walletStanding)['reply']>

/** Apple or Google learn of the member, so nothing is made before this. */
const Agreed = z.strictObject({
  agreed: z.literal(true, 'Agree first: the company that runs the wallet gets data of the card'),
})

export const addToApple = defineRoute({
  id: 'wallet.addToApple',
  method: 'POST',
  path: '/api/wallet/apple',
  summary: 'A pass of the own card for Apple Wallet: its address, which works for two minutes.',
  access: 'member',
  request: { body: Agreed },
  reply: z.object({ url: z.string().describe('Address of the pass, from the origin on') }),
  limits: [{ per: 'caller', max: 20, windowS: 3_600 }],
  audit: 'wallet.added',
  errors: ['card-incomplete', 'not-found'],
})

export const addToGoogle = defineRoute({
  id: 'wallet.addToGoogle',
  method: 'POST',
  path: '/api/wallet/google',
  summary: 'The own card for Google Wallet: an address of Google that holds it, signed.',
  access: 'member',
  request: { body: Agreed },
  reply: z.object({ url: z.url() }),
  limits: [{ per: 'caller', max: 20, windowS: 3_600 }],
  audit: 'wallet.added',
  errors: ['card-incomplete', 'not-found'],
})

export const withdrawFromWallets = defineRoute({
  id: 'wallet.withdraw',
  method: 'DELETE',
  path: '/api/wallet',
  summary: 'Void every pass of the own card. The card itself stays as it is.',
  access: 'member',
  reply: z.object({ voided: z.int().nonnegative() }),
  limits: [{ per: 'caller', max: 20, windowS: 3_600 }],
  audit: 'wallet.withdrawn',
})

const Serial = z.uuid()

export const readApplePass = defineRoute({
  id: 'wallet.readApplePass',
  method: 'GET',
  path: '/api/wallet/apple/passes/:serial',
  summary: 'A pass by its signed address.',
  access: 'signed-address',
  request: {
    params: z.object({ serial: Serial }),
    query: z.object({
      viewer: z.uuid().describe('Session for which the address was signed'),
      expires: z.coerce.number().int().positive().describe('Seconds since 1970'),
      signature: textOf('machine')
        .regex(/^[A-Za-z0-9_-]{43}$/)
        .describe('HMAC-SHA-256, base64url'),
    }),
  },
  reply: z.any(),
  replyType: 'application/vnd.apple.pkpass',
  limits: [{ per: 'network', max: 120, windowS: 60 }],
  audit: null,
  errors: ['address-expired', 'not-found'],
})

/* What follows is Apple's protocol; its paths and fields are Apple's. */

const DeviceId = textOf('machine')
  .regex(/^[A-Za-z0-9-]{16,128}$/)
  .describe('Device library identifier, drawn by the phone')
  .meta({ examples: ['3f1c0b6d9a7e4c2fb8d5e6a1c4f7b2d0'] })
const PassType = machineText(200)
  .describe('Pass type identifier')
  .meta({ examples: ['pass.org.example.card'] })
const Registration = z.object({ device: DeviceId, passType: PassType, serial: Serial })
const FROM_PHONES = [{ per: 'network', max: 300, windowS: 60 }] as const

export const registerPhone = defineRoute({
  id: 'wallet.registerPhone',
  method: 'POST',
  path: '/api/wallet/apple/v1/devices/:device/registrations/:passType/:serial',
  summary:
    'A phone that holds the pass asks to be told when it changes. 201 for a new one, 200 for a known one.',
  access: 'wallet-pass',
  request: {
    params: Registration,
    body: z.object({
      pushToken: textOf('machine')
        .regex(/^[0-9a-fA-F]{32,200}$/, 'Give the push token of the device')
        .meta({ examples: ['740f4707bebcf74f9b7c25d48e3358945f6aa01da5ddb387462c7eaf61bb78ad'] }),
    }),
  },
  reply: Empty,
  limits: [{ per: 'caller', max: 60, windowS: 3_600 }, ...FROM_PHONES],
  audit: 'wallet.phone-registered',
  errors: ['too-many'],
})

export const unregisterPhone = defineRoute({
  id: 'wallet.unregisterPhone',
  method: 'DELETE',
  path: '/api/wallet/apple/v1/devices/:device/registrations/:passType/:serial',
  summary: 'The pass was removed from a phone; its push token is forgotten.',
  access: 'wallet-pass',
  request: { params: Registration },
  reply: Empty,
  limits: [{ per: 'caller', max: 60, windowS: 3_600 }, ...FROM_PHONES],
  audit: 'wallet.phone-unregistered',
})

export const changedPasses = defineRoute({
  id: 'wallet.changedPasses',
  method: 'GET',
  path: '/api/wallet/apple/v1/devices/:device/registrations/:passType',
  summary:
    'The serial numbers of a phone’s passes that changed. 204 where none did, 404 for a phone that is not registered. The phone proves nothing here: its identifier is the secret.',
  access: 'public',
  request: {
    params: z.object({ device: DeviceId, passType: PassType }),
    query: z.object({
      passesUpdatedSince: machineText(40).optional().describe('`lastUpdated` of the reply before'),
    }),
  },
  reply: z.object({ lastUpdated: z.string(), serialNumbers: z.array(z.string()) }),
  limits: FROM_PHONES,
  audit: null,
  errors: ['not-found'],
})

export const presentPass = defineRoute({
  id: 'wallet.presentPass',
  method: 'GET',
  path: '/api/wallet/apple/v1/passes/:passType/:serial',
  summary: 'The pass as it is now; 304 where it is as `If-Modified-Since` says.',
  access: 'wallet-pass',
  request: {
    headers: z.object({ 'if-modified-since': machineText(100).optional() }),
    params: z.object({ passType: PassType, serial: Serial }),
  },
  reply: z.any(),
  replyType: 'application/vnd.apple.pkpass',
  limits: [{ per: 'caller', max: 120, windowS: 3_600 }, ...FROM_PHONES],
  audit: null,
})

const LOG_LINES_MAX = 20
export const phoneLog = defineRoute({
  id: 'wallet.phoneLog',
  method: 'POST',
  path: '/api/wallet/apple/v1/log',
  summary: 'What Wallet on a phone says went wrong. Goes to the log of the server, shortened.',
  access: 'public',
  request: {
    body: z.object({
      logs: z
        .array(machineText(2_000))
        .max(LOG_LINES_MAX)
        .meta({ examples: [['The pass could not be read']] }),
    }),
  },
  reply: Empty,
  limits: [{ per: 'network', max: 10, windowS: 600 }],
  audit: null,
  changes: false,
})

export const walletRoutes = [
  walletStanding,
  addToApple,
  addToGoogle,
  withdrawFromWallets,
  readApplePass,
  registerPhone,
  unregisterPhone,
  changedPasses,
  presentPass,
  phoneLog,
] as const
