import './capture.css'
import { createPortal } from 'react-dom'
import { CardBack } from '../face/sides/card-back.tsx'
import { CardFront, type CardFrontProps } from '../face/sides/card-front.tsx'
import { DOWNLOAD_SCALE } from '../model/card-size.ts'
import type { Download } from './use-download.ts'

type CaptureCopiesProps = Pick<Download, 'capturing' | 'frontRef' | 'backRef'> &
  Pick<CardFrontProps, 'card' | 'photo' | 'captionLanguage'>

/**
 * What the download draws: the card once more, beside the screen, at exactly 400 x 250. The card that the reader sees
 * may be scaled to a phone or halfway through a turn.
 */
export function CaptureCopies({
  capturing,
  frontRef,
  backRef,
  card,
  photo,
  captionLanguage,
}: CaptureCopiesProps) {
  const common = { card, density: DOWNLOAD_SCALE }
  if (capturing === undefined) return null
  return createPortal(
    <div className="idc-copies" aria-hidden="true" inert>
      {capturing !== 'back' && (
        <CardFront {...common} ref={frontRef} photo={photo} captionLanguage={captionLanguage} />
      )}
      {capturing !== 'front' && <CardBack {...common} ref={backRef} />}
    </div>,
    document.body,
  )
}
