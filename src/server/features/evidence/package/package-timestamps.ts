/** The times from outside in a package: what was confirmed, the reply of the authority, and its certificates. */
import type { X509Certificate } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../parts/database/schema.ts'
import { sourceOf, type ByteSource } from '../../../parts/files/byte-source.ts'
import { readStatement } from '../../../parts/timestamps/statement.ts'
import { certificatesIn } from '../../../parts/timestamps/timestamp-config.ts'
import { TimestampFault } from '../../../parts/timestamps/timestamp-fault.ts'
import { confirmationOf } from '../../../parts/timestamps/timestamp-repository.ts'
import type { Confirmation } from '../../../parts/timestamps/verify-timestamp.ts'
import type { Manifest } from './package-names.ts'

const FOLDER = 'timestamps/'
const statementName = (evidenceId: number): string => `${FOLDER}evidence-${evidenceId}.txt`
const responseName = (evidenceId: number): string => `${FOLDER}evidence-${evidenceId}.tsr`
const TRUSTED = `${FOLDER}trusted.pem`
const FILE_MAX_BYTES = 256 * 1024

export interface TimestampFile {
  readonly name: string
  readonly source: ByteSource
}

/** @param anchors certificates that this server trusts */
export async function timestampFiles(
  db: Kysely<Schema>,
  evidenceIds: readonly number[],
  anchors: readonly X509Certificate[],
): Promise<TimestampFile[]> {
  const files: TimestampFile[] = []
  for (const id of evidenceIds) {
    const found = await confirmationOf(db, id)
    if (found?.response == null) continue
    files.push(
      { name: statementName(id), source: sourceOf(Buffer.from(found.statement)) },
      { name: responseName(id), source: sourceOf(Buffer.from(found.response, 'base64')) },
    )
  }
  if (files.length > 0 && anchors.length > 0)
    files.push({ name: TRUSTED, source: sourceOf(Buffer.from(anchors.map(String).join(''))) })
  return files
}

export interface TimestampReport {
  readonly faults: readonly string[]
  readonly notes: readonly string[]
}

/** Bytes of a file of the package; undefined where it is missing. @throws where it is longer than the limit */
export type ReadFile = (name: string, maxBytes: number) => Promise<Buffer | undefined>

/** The hash of the original as the signed manifest has it. */
function hashOf({ files, unreadable }: Manifest, evidenceId: number): string | undefined {
  const original = files.find(({ name }) => name.startsWith(`originals/evidence-${evidenceId}.`))
  return (
    original?.receivedSha256 ??
    original?.sha256 ??
    unreadable.find((one) => one.evidenceId === evidenceId)?.sha256
  )
}

const textOf = ({ at, authority, fingerprint }: Confirmation, id: number): string =>
  `Evidence ${id}: ${authority} confirms that it existed at ${at} (certificate SHA-256 ${fingerprint}).`

/**
 * @param given certificates from elsewhere that the reader trusts; those of the package are used
 *   where there are none, and a note says so
 */
export async function checkTimestamps(
  manifest: Manifest,
  read: ReadFile,
  given: readonly X509Certificate[],
): Promise<TimestampReport> {
  const ids = manifest.files.flatMap(({ name }) => {
    const id = /^timestamps\/evidence-(\d{1,15})\.tsr$/.exec(name)?.[1]
    return id === undefined ? [] : [Number(id)]
  })
  if (ids.length === 0) return { faults: [], notes: [] }
  const { verifyTimestamp } = await import('../../../parts/timestamps/verify-timestamp.ts')
  const [faults, notes]: [string[], string[]] = [[], []]
  const own = await read(TRUSTED, FILE_MAX_BYTES)
  const anchors = given.length > 0 || own === undefined ? given : certificatesIn(own.toString())
  for (const id of ids) {
    const [statement, response] = [
      (await read(statementName(id), FILE_MAX_BYTES))?.toString('utf8'),
      await read(responseName(id), FILE_MAX_BYTES),
    ]
    const subject = readStatement(statement ?? '')
    if (statement === undefined || response === undefined || subject?.kind !== 'evidence')
      faults.push(`${statementName(id)}: not a statement about a piece of evidence`)
    else if (
      subject.evidenceId !== id ||
      (hashOf(manifest, id) ?? subject.sha256) !== subject.sha256
    )
      faults.push(
        `${statementName(id)}: the time belongs to other bytes than those of evidence ${id}`,
      )
    else
      try {
        notes.push(textOf(verifyTimestamp(response, statement, { anchors }), id))
      } catch (error) {
        if (!(error instanceof TimestampFault)) throw error
        faults.push(`${responseName(id)}: ${error.message}`)
      }
  }
  if (given.length === 0)
    notes.push(
      anchors.length === 0
        ? 'The names of the authorities are not proven: give the certificate that you trust with --timestamp-ca FILE.'
        : `The authorities were checked with ${TRUSTED} of this package. To check them with a certificate from elsewhere: --timestamp-ca FILE`,
    )
  return { faults, notes }
}
