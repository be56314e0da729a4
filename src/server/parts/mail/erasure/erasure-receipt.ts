/**
 * The proof that a person gets when the account is erased: a file that the association signs, and
 * that `npm run evidence:verify` checks without the server (ADR 0041).
 */
import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto'
import * as z from 'zod'
import { cardId } from '#shared/domain/people/member-id.ts'
import { readJson } from '#shared/read-json.ts'
import type { SigningKeys } from '../../security/signing-keys.ts'

const FORMAT = 'wld-erasure-receipt/1'
export const RECEIPT_FILE = 'wld-erasure-receipt.json'

/** Who wanted it; the receipt says it in words, for a reader without this program. */
const RULES = {
  own: 'asked for by the person, in the own account (GDPR, article 17.1)',
  staff: 'done by an administrator of the association (GDPR, article 17.1)',
} as const
export type ErasureRule = keyof typeof RULES

const ERASED =
  'account with profile, mother’s name, tribe and contact; card, portraits and identity documents; ways to sign in; registration request; registrations for events; messages, subscriptions and waiting emails; the name in reports, and in pledges that did not arrive'
const KEPT =
  'the card number, so that it is never given again; reports and sums of pledges, without the name; the name with a donation that arrived, and the copy of a tax receipt, in the accounts for administrators alone, as long as accounting law asks; the audit log, with the card number alone, and backups, both until their period is over'

const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const Fields = z.strictObject({
  format: z.literal(FORMAT),
  receiptId: z.uuid(),
  association: z.string(),
  /** Nothing else names the person: a receipt that is found tells neither name nor address. */
  cardNumber: z.string(),
  erasedAt: z.iso.datetime(),
  rule: z.enum([RULES.own, RULES.staff]),
  erased: z.string(),
  files: z.int(),
  reportsWithoutName: z.int(),
  pledgesWithoutName: z.int(),
  kept: z.string(),
  key: z.strictObject({
    kty: z.literal('OKP'),
    crv: z.literal('Ed25519'),
    kid: z.string(),
    x: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  }),
})
const Receipt = z.strictObject({ receipt: Fields, sha256: Hash, signature: z.string() })
type ErasureReceipt = z.output<typeof Receipt>

/** What the file says, unchecked: for who wrote it a moment ago. */
export const readErasureReceipt = (text: string): ErasureReceipt | undefined =>
  readJson(Receipt, text)

/** What `eraseMember` found and erased. */
export type ErasureCounts = Pick<
  z.output<typeof Fields>,
  'files' | 'reportsWithoutName' | 'pledgesWithoutName'
>

const hashOf = (fields: z.output<typeof Fields>): string =>
  createHash('sha256').update(JSON.stringify(fields)).digest('hex')

/** The prefix keeps it apart from what else the key signs: packages of evidence. */
const signedText = (sha256: string): string => `${FORMAT}\n${sha256}`

export interface WrittenReceipt {
  /** The file, for the person: the server keeps no copy. */
  readonly text: string
  /** For the audit log, where it shows that this receipt was given. */
  readonly sha256: string
}

const write = (receipt: ErasureReceipt): string => `${JSON.stringify(receipt, undefined, 2)}\n`

export function writeErasureReceipt(
  { keys, config }: { readonly keys: SigningKeys; readonly config: { readonly publicUrl: string } },
  {
    memberId,
    at,
    rule,
    counts,
  }: {
    readonly memberId: number
    readonly at: string
    readonly rule: ErasureRule
    readonly counts: ErasureCounts
  },
): WrittenReceipt {
  const { kid } = keys.current('evidence')
  const fields = Fields.parse({
    format: FORMAT,
    receiptId: randomUUID(),
    association: config.publicUrl,
    cardNumber: cardId(memberId),
    erasedAt: at,
    rule: RULES[rule],
    erased: ERASED,
    ...counts,
    kept: KEPT,
    key: { kty: 'OKP', crv: 'Ed25519', kid, x: keys.find('evidence', kid)?.x },
  })
  const sha256 = hashOf(fields)
  const signature = keys.sign('evidence', signedText(sha256))
  return { text: write({ receipt: fields, sha256, signature }), sha256 }
}

function isSigned({ receipt, sha256, signature }: ErasureReceipt): boolean {
  const bytes = Buffer.from(signature, 'base64url')
  if (bytes.length !== 64 || bytes.toString('base64url') !== signature) return false
  const { kty, crv, x } = receipt.key
  const key = createPublicKey({ key: { kty, crv, x }, format: 'jwk' })
  return verify(null, Buffer.from(signedText(sha256)), key, bytes)
}

export interface ErasureReport {
  /** Faults as text; empty when the receipt is as it was signed. */
  readonly faults: readonly string[]
  readonly receipt: ErasureReceipt['receipt'] | undefined
}

/** @param expectedKey of the association, from another place than the receipt */
export function verifyErasureReceipt(text: string, expectedKey: string | undefined): ErasureReport {
  const read = readErasureReceipt(text)
  if (read === undefined) return { faults: ['not a receipt of an erasure'], receipt: undefined }
  const faults: string[] = []
  // A mail program may change the ends of lines, and nothing else.
  if (text.replaceAll('\r\n', '\n').trim() !== write(read).trim())
    faults.push('the text was changed')
  if (hashOf(read.receipt) !== read.sha256)
    faults.push('a field was changed: the hash does not fit')
  if (!isSigned(read))
    faults.push('the signature does not fit: the receipt was changed, or somebody else signed it')
  if (expectedKey !== undefined && expectedKey !== read.receipt.key.x)
    faults.push(`signed with the key ${read.receipt.key.x}, not with the one that was given`)
  return { faults, receipt: read.receipt }
}
