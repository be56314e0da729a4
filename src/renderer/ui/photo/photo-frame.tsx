import { useCallback } from 'react'
import { cx } from '../cx.ts'
import { Spinner } from '../feedback/spinner.tsx'

/** A `document` is a card; a `sheet` is a written page of paper; a `cover` is a picture above a text: twice as wide as high. */
export type PhotoKind = 'document' | 'sheet' | 'portrait' | 'cover'

interface PhotoFrameProps {
  readonly kind: PhotoKind
  readonly file: File | undefined
  /** What the picture is, for those who do not see it. */
  readonly alt: string
  readonly reading: boolean
  readonly faulty: boolean
}

const SHAPE = {
  document: 'aspect-[8/5] w-full max-w-72',
  sheet: 'aspect-[1/1.414] w-32',
  portrait: 'aspect-4/5 w-32',
  cover: 'aspect-2/1 w-full max-w-72',
} as const satisfies Record<PhotoKind, string>

/** The same size empty and filled, so that choosing a photo moves nothing on the page. */
export function PhotoFrame({ kind, file, alt, reading, faulty }: PhotoFrameProps) {
  return (
    <div
      className={cx(
        'grid shrink-0 place-items-center overflow-hidden rounded-md border bg-sunken',
        SHAPE[kind],
        faulty
          ? 'border-danger'
          : file === undefined
            ? 'border-dashed border-line-strong'
            : 'border-line-strong',
      )}
    >
      {reading ? (
        <Spinner className="size-8 text-brand" />
      ) : file === undefined ? (
        <Outline kind={kind} />
      ) : (
        // A card or a sheet is shown whole, because its corners must be visible.
        <Picture
          file={file}
          alt={alt}
          className={cx(
            'size-full',
            kind === 'document' || kind === 'sheet' ? 'object-contain' : 'object-cover',
          )}
        />
      )}
    </div>
  )
}

interface PictureProps {
  readonly file: File
  readonly alt: string
  readonly className: string
}

/** The address of the file lives as long as the picture is shown. */
function Picture({ file, alt, className }: PictureProps) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(file)
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [file],
  )
  return <img ref={show} alt={alt} draggable={false} className={className} />
}

/** What belongs here, drawn: a card with a face and lines, a sheet with a signature, a head and shoulders, or hills under a sun. */
function Outline({ kind }: { readonly kind: PhotoKind }) {
  if (kind === 'portrait')
    return (
      <svg
        viewBox="0 0 40 50"
        aria-hidden="true"
        className="size-full fill-none stroke-muted"
        strokeWidth="1"
        strokeDasharray="2 1.6"
      >
        <ellipse cx="20" cy="21" rx="8" ry="10" />
        <path d="M4 50c0-9 7-15 16-15s16 6 16 15" />
      </svg>
    )
  if (kind === 'sheet')
    return (
      <svg
        viewBox="0 0 100 141"
        aria-hidden="true"
        className="size-full fill-none stroke-muted"
        strokeWidth="2"
        strokeLinecap="round"
      >
        <rect x="14" y="12" width="72" height="117" rx="3" />
        <path d="M34 28h32M26 44h48M26 54h48M26 64h48M26 74h34" strokeDasharray="4 3.5" />
        <path d="M26 112h48" />
        <path d="M32 107c5-16 11-15 9-6s4 6 7-1 6-3 5 2 7 3 13-3" strokeLinejoin="round" />
      </svg>
    )
  if (kind === 'cover')
    return (
      <svg
        viewBox="0 0 160 80"
        aria-hidden="true"
        className="size-full fill-none stroke-muted"
        strokeWidth="2"
        strokeDasharray="4 3"
      >
        <circle cx="112" cy="26" r="8" />
        <path d="M20 68l36-36 24 24 16-14 32 26" strokeLinejoin="round" />
      </svg>
    )
  return (
    <svg
      viewBox="0 0 160 100"
      aria-hidden="true"
      className="size-full fill-none stroke-muted"
      strokeWidth="2"
    >
      <path
        d="M14 30V20a6 6 0 0 1 6-6h10M130 14h10a6 6 0 0 1 6 6v10M146 70v10a6 6 0 0 1-6 6h-10M30 86H20a6 6 0 0 1-6-6V70"
        strokeLinecap="round"
      />
      <g strokeDasharray="4 3">
        <rect x="32" y="30" width="28" height="36" rx="3" />
        <path d="M72 36h52M72 48h40M72 60h46M32 76h92" />
      </g>
    </svg>
  )
}
