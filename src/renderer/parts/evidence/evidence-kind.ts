import type { Evidence } from '#shared/contract/reports.ts'

export type EvidenceKind = 'image' | 'video' | 'audio' | 'pdf' | 'document'

/** The detected type counts, not the sender's. PDF is separate: its pages are shown. */
export const kindOf = ({
  evidenceType,
  mediaType,
}: Pick<Evidence, 'evidenceType' | 'mediaType'>): EvidenceKind =>
  mediaType.startsWith('audio/')
    ? 'audio'
    : mediaType.startsWith('video/')
      ? 'video'
      : mediaType.startsWith('image/')
        ? 'image'
        : mediaType === 'application/pdf'
          ? 'pdf'
          : evidenceType === 'video'
            ? 'video'
            : 'document'

/** Those that open in the viewer; of the others only the name is shown. */
export const opensHere = (kind: EvidenceKind): boolean => kind !== 'document'
