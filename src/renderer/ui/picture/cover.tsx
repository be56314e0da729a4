import { useState } from 'react'
import { cx } from '../cx.ts'
import { CoverDrawing } from '../illustrations/cover-drawing.tsx'

export interface CoverProps {
  /** Address of the picture; the drawing of our own stands in its place where there is none or it cannot be fetched. */
  readonly image: string | null
  readonly className?: string
  /** What the picture shows, where it says something that the text beside it does not. */
  readonly alt?: string
  /** Set for the picture that a visitor sees first. */
  readonly eager?: boolean
}

/** The picture of an event or an article, 1200 to 630. Without words of its own it only decorates. */
export function Cover({ image, className, alt = '', eager = false }: CoverProps) {
  const [broken, setBroken] = useState<string>()
  return (
    <div className={cx('aspect-[40/21] overflow-hidden bg-sunken print:aspect-[3/1]', className)}>
      {image === null || broken === image ? (
        <CoverDrawing className="size-full" />
      ) : (
        <img
          src={image}
          alt={alt}
          width={1200}
          height={630}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setBroken(image)}
          className="size-full object-cover"
        />
      )}
    </div>
  )
}
