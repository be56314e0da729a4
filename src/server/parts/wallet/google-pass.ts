/** The card in Google Wallet: a signed link with which a member saves it, and the calls that change it there. */
import { SignJWT } from 'jose'
import * as z from 'zod'
import { isFresh } from '../../base/clock.ts'
import { readBounded } from '../../base/read-bounded.ts'
import type { PassFacts } from './pass-facts.ts'
import { passTexts } from './pass-texts.ts'
import type { GoogleWallet } from './wallet-config.ts'
import { WalletFault } from './wallet-fault.ts'

const SAVE_URL = 'https://pay.google.com/gp/v/save/'
const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const TIMEOUT_MS = 8_000
const REPLY_MAX_BYTES = 256 * 1024
const ASSERTION_TTL_S = 600
/** A token is asked for again this long before its end. */
const SPARE_MS = 60_000
const NOT_SAVED = 404

const classIdOf = ({ issuer }: GoogleWallet): string => `${issuer}.wld-card`
const objectIdOf = ({ issuer }: GoogleWallet, serial: string): string => `${issuer}.${serial}`

function googleObject(google: GoogleWallet, publicUrl: string, serial: string, facts: PassFacts) {
  const { language } = facts
  const texts = passTexts(language)
  const inLanguage = (value: string) => ({ defaultValue: { language, value } })
  const common = {
    id: objectIdOf(google, serial),
    classId: classIdOf(google),
    cardTitle: inLanguage(texts.association),
    subheader: inLanguage(texts.kind),
    hexBackgroundColor: '#0d5f41',
    logo: {
      sourceUri: { uri: `${publicUrl}/icon-192.png` },
      contentDescription: inLanguage(texts.product),
    },
  }
  if (facts.isVoid) return { ...common, state: 'INACTIVE', header: inLanguage(texts.void) }
  return {
    ...common,
    state: 'ACTIVE',
    header: inLanguage(facts.name),
    barcode: { type: 'QR_CODE', value: facts.payload, alternateText: facts.cardId },
    validTimeInterval: { end: { date: facts.expiresAt } },
    textModulesData: [
      { id: 'number', header: texts.cardNumber, body: facts.cardId },
      { id: 'until', header: texts.validUntil, body: facts.expiresAt.slice(0, 10) },
    ],
  }
}

/** The address that holds the whole card, signed with the key of the service account. */
export async function saveLink(
  google: GoogleWallet,
  publicUrl: string,
  serial: string,
  facts: PassFacts,
  now: Date,
): Promise<string> {
  const token = await new SignJWT({
    typ: 'savetowallet',
    origins: [publicUrl],
    payload: {
      genericClasses: [{ id: classIdOf(google) }],
      genericObjects: [googleObject(google, publicUrl, serial, facts)],
    },
  })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(google.email)
    .setAudience('google')
    .setIssuedAt(Math.floor(now.getTime() / 1_000))
    .sign(google.key)
  return `${SAVE_URL}${token}`
}

const AccessToken = z.object({
  access_token: z.string().min(1).max(8_192),
  expires_in: z.number().positive(),
})
interface HeldToken {
  readonly token: string
  readonly sinceMs: number
  readonly validMs: number
}
const held = new WeakMap<GoogleWallet, HeldToken>()

async function accessToken(
  google: GoogleWallet,
  now: Date,
  stopping: AbortSignal,
): Promise<string> {
  const known = held.get(google)
  if (known !== undefined && isFresh(known.sinceMs, now.getTime(), known.validMs - SPARE_MS))
    return known.token
  const nowS = Math.floor(now.getTime() / 1_000)
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(google.email)
    .setAudience(google.tokenUrl)
    .setIssuedAt(nowS)
    .setExpirationTime(nowS + ASSERTION_TTL_S)
    .sign(google.key)
  const reply = await fetch(google.tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: GRANT, assertion }),
    redirect: 'error',
    signal: AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  if (reply.status !== 200 || reply.body === null) {
    await reply.body?.cancel()
    throw new WalletFault(`no access token: status ${reply.status}`)
  }
  const text = await readBounded(
    reply.body,
    REPLY_MAX_BYTES,
    () => new WalletFault('the reply is too long'),
  )
  const parsed = AccessToken.safeParse(JSON.parse(String(text)))
  if (!parsed.success) throw new WalletFault('the reply holds no access token')
  const { access_token: token, expires_in: inS } = parsed.data
  held.set(google, { token, sinceMs: now.getTime(), validMs: inS * 1_000 })
  return token
}

export interface Told {
  readonly publicUrl: string
  readonly serial: string
  readonly facts: PassFacts
  readonly now: Date
}

/**
 * Replaces the object at Google.
 * @returns false where it is not there: the member has not saved it
 * @throws where it must be tried again
 */
export async function tellGoogle(
  google: GoogleWallet,
  { publicUrl, serial, facts, now }: Told,
  stopping: AbortSignal,
): Promise<boolean> {
  const token = await accessToken(google, now, stopping)
  const address = `${google.apiUrl}/walletobjects/v1/genericObject/${objectIdOf(google, serial)}`
  const reply = await fetch(address, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(googleObject(google, publicUrl, serial, facts)),
    redirect: 'error',
    signal: AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  await reply.body?.cancel()
  if (reply.status === 401) held.delete(google)
  if (!reply.ok && reply.status !== NOT_SAVED) throw new WalletFault(`status ${reply.status}`)
  return reply.ok
}
