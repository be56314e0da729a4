/**
 * The text that an authority confirms the time of. The authority gets the hash of this text alone:
 * the salt keeps it, and a reader of the line, from asking whether a file that they have is here.
 */
import { randomBytes } from 'node:crypto'

const FORMAT = 'wld-timestamp/1'
const SALT_BYTES = 32

export type Subject =
  | { readonly kind: 'evidence'; readonly evidenceId: number; readonly sha256: string }
  | {
      readonly kind: 'audit-day'
      readonly day: string
      readonly seq: number
      readonly hash: string
    }

export function writeStatement(subject: Subject): string {
  const about =
    subject.kind === 'evidence'
      ? [`evidence ${subject.evidenceId}`, `sha256 ${subject.sha256}`]
      : [`audit-day ${subject.day}`, `row ${subject.seq}`, `hash ${subject.hash}`]
  const salt = randomBytes(SALT_BYTES).toString('hex')
  return [FORMAT, ...about, `salt ${salt}`, ''].join('\n')
}

const EVIDENCE = new RegExp(
  String.raw`^${FORMAT}\nevidence (\d{1,15})\nsha256 ([0-9a-f]{64})\nsalt [0-9a-f]{64}\n$`,
)
const AUDIT_DAY = new RegExp(
  String.raw`^${FORMAT}\naudit-day (\d{4}-\d\d-\d\d)\nrow (\d{1,15})\nhash ([0-9a-f]{64})\nsalt [0-9a-f]{64}\n$`,
)

/** Undefined for a text that is no statement. */
export function readStatement(text: string): Subject | undefined {
  const [, id, sha256] = EVIDENCE.exec(text) ?? []
  if (id !== undefined && sha256 !== undefined)
    return { kind: 'evidence', evidenceId: Number(id), sha256 }
  const [, day, seq, hash] = AUDIT_DAY.exec(text) ?? []
  return day === undefined || seq === undefined || hash === undefined
    ? undefined
    : { kind: 'audit-day', day, seq: Number(seq), hash }
}
