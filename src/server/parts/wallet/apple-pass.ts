/** A pass for Apple Wallet: a ZIP of pass.json, pictures, their SHA-1 hashes and a signature over the hashes. */
import { createHash } from 'node:crypto'
import { zipSync } from 'fflate'
import { loadSharp } from '../files/pictures.ts'
import type { PassFacts } from './pass-facts.ts'
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

const STAR =
  'm24 6.2 1.05 2.55 2.75.2-2.1 1.78.66 2.67L24 11.95l-2.36 1.45.66-2.67-2.1-1.78 2.75-.2z'
const SHIELD =
  'M24 2c6 3 12.5 4.2 18.5 4.2V23C42.5 34.5 34 42 24 46 14 42 5.5 34.5 5.5 23V6.2C11.5 6.2 18 5 24 2Z'
const HORSE =
  'M34 48V36c0-7-2.5-12.5-7.5-15.5l-.7-3.7-3 2.7c-1.8.6-3.2 1.8-4.2 3.6l-5.4 6.8c-.7.9-.6 2.1.2 2.9l1.3 1.2c.7.6 1.7.7 2.5.2l3-1.9c1 .1 2 0 2.9-.4-1.1 2.3-3.1 4.2-5.1 6-1.8 1.7-2.7 3.8-2.7 6.1v4Z'
/** `resources/emblem.svg`: the built server is one file, beside which that one does not lie. */
const EMBLEM = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">
<clipPath id="shield"><path d="${SHIELD}"/></clipPath>
<g clip-path="url(#shield)"><path fill="#0d5f41" d="M0 0h48v48H0z"/>
<circle cx="24" cy="29" r="13.5" fill="#f2b62c"/><path fill="#b0212b" d="M0 37.5h48V48H0z"/>
<path fill="#101713" d="${HORSE}"/></g>
<path fill="none" stroke="#f2b62c" stroke-width="1.2" d="${SHIELD}"/>
<path fill="#fff" d="${STAR}"/><path fill="#fff" transform="translate(-9.5 2.5)" d="${STAR}"/>
<path fill="#fff" transform="translate(9.5 2.5)" d="${STAR}"/></svg>`

/** Edge of each picture in pixels: the icon of notifications, and the logo at the top of the pass. */
const EDGES = {
  'icon.png': 29,
  'icon@2x.png': 58,
  'icon@3x.png': 87,
  'logo.png': 50,
  'logo@2x.png': 100,
  'logo@3x.png': 150,
} as const

const VIEW_BOX_PX = 48
const SVG_DPI = 72

async function drawn(edgePx: number): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(Buffer.from(EMBLEM), { density: (SVG_DPI * edgePx) / VIEW_BOX_PX })
    .resize(edgePx, edgePx)
    .png()
    .toBuffer()
}

let pictures: Promise<Readonly<Record<string, Buffer>>> | undefined
/** The emblem as the pictures of a pass. Drawn once for a process. */
function passPictures(): Promise<Readonly<Record<string, Buffer>>> {
  pictures ??= Promise.all(
    Object.entries(EDGES).map(async ([name, edgePx]) => [name, await drawn(edgePx)] as const),
  ).then((made) => Object.fromEntries(made))
  return pictures
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
