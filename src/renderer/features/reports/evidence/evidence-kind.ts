import type { Evidence } from '#shared/contract/reports.ts'

export type EvidenceKind = 'image' | 'video' | 'pdf' | 'document'

/** What it is counts, not what its sender called it; a PDF is told apart, because every phone opens one. */
export const kindOf = ({
  evidenceType,
  mediaType,
}: Pick<Evidence, 'evidenceType' | 'mediaType'>): EvidenceKind =>
  mediaType.startsWith('video/')
    ? 'video'
    : mediaType.startsWith('image/')
      ? 'image'
      : mediaType === 'application/pdf'
        ? 'pdf'
        : evidenceType === 'video'
          ? 'video'
          : 'document'

/** Those open in the viewer; the others leave the page. */
export const opensHere = (kind: EvidenceKind): boolean => kind === 'image' || kind === 'video'
