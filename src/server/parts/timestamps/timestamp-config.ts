/** The settings of timestamps, as a part of the environment. */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as z from 'zod'

export interface TimestampConfig {
  readonly url: string
  /** Certificates that the operator trusts; empty: the name of the authority is not proven. */
  readonly anchors: readonly X509Certificate[]
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
const isAuthority = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))
}

const PEM = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g
/** Certificates of a text in PEM format. @throws where one of them is damaged */
export const certificatesIn = (text: string): X509Certificate[] =>
  (text.match(PEM) ?? []).map((pem) => new X509Certificate(pem))

/** @throws where the file cannot be read or holds no certificate */
export function readAnchors(path: string): X509Certificate[] {
  const anchors = certificatesIn(readFileSync(path, 'utf8'))
  if (anchors.length === 0) throw new Error('no certificate')
  return anchors
}

export const TIMESTAMP_VARIABLES = {
  TIMESTAMP_URL: z
    .string()
    .refine(
      isAuthority,
      'must be the https address of an authority for timestamps (RFC 3161), without user and password; http is accepted for this machine only',
    )
    .optional(),
  TIMESTAMP_CA: z
    .string()
    .transform((path, context) => {
      try {
        return readAnchors(path)
      } catch {
        context.addIssue('must be a file that can be read, with certificates in PEM format')
        return z.NEVER
      }
    })
    .optional(),
} as const

export const timestampsOf = (data: {
  readonly TIMESTAMP_URL?: string | undefined
  readonly TIMESTAMP_CA?: readonly X509Certificate[] | undefined
}): TimestampConfig | undefined =>
  data.TIMESTAMP_URL === undefined
    ? undefined
    : { url: data.TIMESTAMP_URL, anchors: data.TIMESTAMP_CA ?? [] }
