import type { RefCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../../ui/cx.ts'
import type { CameraLook } from './panel-scanner.ts'
import { useLasting } from './use-steady.ts'

const UNREADABLE_FOR_MS = 700

interface CameraViewProps {
  readonly video: RefCallback<HTMLVideoElement>
  /** A camera that faces the user shows a mirrored picture: the card moves where the hand moves. */
  readonly mirrored: boolean
  readonly look: CameraLook | undefined
  /** Small, beside a verdict: no frame and no text. */
  readonly compact: boolean
}

/** The live picture with a frame to aim at and a mark on the last code that was seen. */
export function CameraView({ video, mirrored, look, compact }: CameraViewProps) {
  const { t } = useTranslation('scanner')
  // Every card is blurred while it moves into the picture; only a code that stays unreadable needs advice.
  const unreadable = useLasting(look?.readable === false, UNREADABLE_FOR_MS)
  return (
    <>
      <video
        ref={video}
        muted
        playsInline
        autoPlay
        disablePictureInPicture
        aria-label={t('camera.label')}
        className={cx('absolute inset-0 size-full object-cover', mirrored && '-scale-x-100')}
      />
      {look !== undefined && (
        // The same box and the same "slice" as object-cover, so that picture and mark stay aligned.
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${look.widthPx} ${look.heightPx}`}
          preserveAspectRatio="xMidYMid slice"
          className={cx('absolute inset-0 size-full', mirrored && '-scale-x-100')}
        >
          <polygon
            points={look.corners.map(({ x, y }) => `${x},${y}`).join(' ')}
            strokeWidth={compact ? 3 : 5}
            vectorEffect="non-scaling-stroke"
            strokeDasharray={look.readable ? undefined : '10 10'}
            strokeLinejoin="round"
            className="fill-none stroke-sun"
          />
        </svg>
      )}
      {!compact && <Aim text={t(unreadable ? 'camera.hold' : 'camera.aim')} />}
    </>
  )
}

const CORNERS =
  'M14 30V18a4 4 0 0 1 4-4h12M70 14h12a4 4 0 0 1 4 4v12M86 70v12a4 4 0 0 1-4 4H70M30 86H18a4 4 0 0 1-4-4V70'

function Aim({ text }: { readonly text: string }) {
  return (
    <>
      <svg
        aria-hidden="true"
        viewBox="0 0 100 100"
        className="absolute inset-x-0 top-0 bottom-12 m-auto h-[calc(100%-3rem)] max-w-full"
      >
        {/* Two lines, dark under light: visible on a white wall and in a dark hall. */}
        <path
          d={CORNERS}
          className="fill-none stroke-black"
          strokeWidth={7}
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={CORNERS}
          className="fill-none stroke-white"
          strokeWidth={4}
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p className="absolute inset-x-0 bottom-0 bg-scrim px-4 py-2.5 text-center font-semibold text-white">
        {text}
      </p>
    </>
  )
}
