/** The shape in which the made-up reports are written down, one file a language. */
import type { EvidenceScene } from '../evidence.ts'

export type ReportCategory =
  | 'racial-incitement'
  | 'military-attacks'
  | 'civil-rights'
  | 'physical-violence'
  | 'war-crimes'

export type EvidenceText =
  | { readonly kind: EvidenceScene; readonly text: string }
  /** `lines` is what the PDF says, in English because the hand-made PDF is ASCII. */
  | { readonly kind: 'statement'; readonly text: string; readonly lines: readonly string[] }

/**
 * Everything in here is invented: groups, pages, firms and events exist nowhere. Places are no
 * finer than a large city, and grave events are placed far from the regions of the war, so that no
 * reader takes them for real ones. Keep it sober: what happened, to whom in general terms, what was
 * lost.
 */
export type ReportText = {
  readonly category: ReportCategory
  readonly city: string
  readonly description: string
  readonly actor: string
  readonly actorName: string
  readonly actorDesc: string
  readonly actorAccount: string
  readonly victim: string
  readonly evidence: readonly EvidenceText[]
}

export const statementLines = (subject: string): readonly string[] => [
  `Subject: ${subject}`,
  'Written down by a volunteer of the association, read back to the witness and confirmed.',
  'The name of the witness is kept by the office and is not part of this document.',
  '',
  '1. The witness was present at the time and place that the report gives.',
  '2. The witness saw the beginning and the end of the event, but not every part of it.',
  '3. The witness agrees that this summary is published without personal details.',
  '',
  'This document was made for demonstration. The event did not take place.',
]
