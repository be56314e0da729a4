/** A pass for Apple Wallet: a ZIP of pass.json, pictures, their SHA-1 hashes and a signature over the hashes. */
import { createHash } from 'node:crypto'
import { zipSync } from 'fflate'
import type { PassFacts } from './pass-facts.ts'
import { passPictures } from './pass-pictures.ts'
import { passTexts } from './pass-texts.ts'
import { signDetached } from './sign-detached.ts'
import type { AppleWallet } from './wallet-config.ts'

export const APPLE_PASS_TYPE = 'application/vnd.apple.pkpass'

export interface ApplePass {
  readonly serial: string
  /** With it the phone asks for the present pass. */
  readonly token: string
  readonly facts: PassFacts
}

const withoutMs = (instant: string): string => instant.replace(/\.\d+Z$/, 'Z')

const COLOURS = {
  backgroundColor: 'rgb(13, 95, 65)',
  foregroundColor: 'rgb(255, 255, 255)',
  labelColor: 'rgb(242, 182, 44)',
} as const

function fieldsOf(facts: PassFacts) {
  const texts = passTexts(facts.language)
  if (facts.isVoid)
    return {
      voided: true,
      generic: { primaryFields: [{ key: 'state', label: texts.kind, value: texts.void }] },
    }
  return {
    expirationDate: withoutMs(facts.expiresAt),
    barcodes: [
      {
        format: 'PKBarcodeFormatQR',
        message: facts.payload,
        messageEncoding: 'utf-8',
        altText: facts.cardId,
      },
    ],
    generic: {
      primaryFields: [{ key: 'name', label: texts.name, value: facts.name }],
      secondaryFields: [
        { key: 'number', label: texts.cardNumber, value: facts.cardId },
        {
          key: 'until',
          label: texts.validUntil,
          value: withoutMs(facts.expiresAt),
          dateStyle: 'PKDateStyleMedium',
        },
      ],
      backFields: [
        { key: 'association', label: texts.kind, value: texts.association },
        { key: 'about', label: texts.aboutLabel, value: texts.about },
      ],
    },
  }
}

/** @param publicUrl the origin at which Wallet asks for the present pass */
export async function buildApplePass(
  apple: AppleWallet,
  publicUrl: string,
  { serial, token, facts }: ApplePass,
  now: Date,
): Promise<Buffer> {
  const texts = passTexts(facts.language)
  const pass = {
    formatVersion: 1,
    passTypeIdentifier: apple.passType,
    teamIdentifier: apple.team,
    serialNumber: serial,
    organizationName: texts.association,
    description: texts.kind,
    logoText: texts.product,
    sharingProhibited: true,
    webServiceURL: `${publicUrl}/api/wallet/apple`,
    authenticationToken: token,
    ...COLOURS,
    ...fieldsOf(facts),
  }
  const files: Record<string, Buffer> = {
    'pass.json': Buffer.from(JSON.stringify(pass)),
    ...(await passPictures()),
  }
  const hashes = Object.entries(files).map(([name, bytes]) => [
    name,
    createHash('sha1').update(bytes).digest('hex'), // Apple's format has no other
  ])
  const manifest = Buffer.from(JSON.stringify(Object.fromEntries(hashes)))
  const whole = {
    ...files,
    'manifest.json': manifest,
    signature: signDetached(manifest, apple, now),
  }
  return Buffer.from(zipSync(whole, { level: 6, mtime: now }))
}
