import './card-stage.css'
import {
  type ReactNode,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { CardBack } from './face/sides/card-back.tsx'
import { CardFront, type CardFrontProps } from './face/sides/card-front.tsx'
import { BACK_PANEL_LEFT_PX, MARK_BOX } from './model/card-layout.ts'
import { CARD_HEIGHT_PX, CARD_WIDTH_PX, DOWNLOAD_SCALE } from './model/card-size.ts'

interface CardStageProps extends Pick<
  CardFrontProps,
  'card' | 'photo' | 'captionLanguage' | 'avatarSize'
> {
  readonly side: 'front' | 'back'
  readonly onTurn: () => void
  readonly onShowCode: () => void
}

/** The finger needs 44 px, also where the card is scaled down to a small phone. */
const MARK_TARGET_PX = 60
const WHOLE_CARD = { left: 0, top: 0, width: CARD_WIDTH_PX, height: CARD_HEIGHT_PX }
const MARK = {
  left: MARK_BOX.left + MARK_BOX.side / 2 - MARK_TARGET_PX / 2,
  top: MARK_BOX.top + MARK_BOX.side / 2 - MARK_TARGET_PX / 2,
  width: MARK_TARGET_PX,
  height: MARK_TARGET_PX,
}
const BACK_CODE = { left: 0, top: 0, width: BACK_PANEL_LEFT_PX, height: CARD_HEIGHT_PX }

/**
 * The card on the screen. It is always drawn at 400 x 250 and scaled as a whole to the room there is. A press turns
 * it over, a press on a code opens that code; both are conveniences of the pointer, and the page has a button for each.
 */
export function CardStage({
  card,
  photo,
  captionLanguage,
  avatarSize = 'medium',
  side,
  onTurn,
  onShowCode,
}: CardStageProps) {
  const { t } = useTranslation('idCard')
  const hasBack = useLater()
  return (
    <Scaled>
      <div className="idc-turn" data-side={side}>
        <div className="idc-side" aria-hidden={side !== 'front'}>
          <figure aria-label={t('front', { name: card.name })}>
            <div aria-hidden="true">
              <CardFront
                card={card}
                photo={photo}
                captionLanguage={captionLanguage}
                avatarSize={avatarSize}
                density={DOWNLOAD_SCALE}
              />
            </div>
          </figure>
          <PointerTarget box={WHOLE_CARD} title={t('turnToBack')} onPress={onTurn} />
          <PointerTarget box={MARK} title={t('showCode')} onPress={onShowCode} isCode />
        </div>
        <div className="idc-side idc-side-back" aria-hidden={side !== 'back'}>
          <figure aria-label={t('back', { number: card.number })}>
            <div aria-hidden="true">
              {(hasBack || side === 'back') && <CardBack card={card} density={DOWNLOAD_SCALE} />}
            </div>
          </figure>
          <PointerTarget box={WHOLE_CARD} title={t('turnToFront')} onPress={onTurn} />
          <PointerTarget box={BACK_CODE} title={t('showCode')} onPress={onShowCode} isCode />
        </div>
      </div>
    </Scaled>
  )
}

/** False until the front is on the screen: nobody sees the back at first, and a phone draws each side for 0.1 s. */
function useLater(): boolean {
  const [later, setLater] = useState(false)
  useEffect(() => startTransition(() => setLater(true)), [])
  return later
}

interface PointerTargetProps {
  readonly box: {
    readonly left: number
    readonly top: number
    readonly width: number
    readonly height: number
  }
  readonly title: string
  readonly onPress: () => void
  readonly isCode?: boolean
}

/** Outside the card's own element, so that nothing of it is in the download. */
function PointerTarget({ box, title, onPress, isCode = false }: PointerTargetProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      title={title}
      className={isCode ? 'idc-target idc-target-code' : 'idc-target'}
      style={box}
      onMouseDown={(event) => event.preventDefault()} // keeps the focus where it is
      onClick={onPress}
    />
  )
}

/**
 * The card's 400 px as often as they fit; card-stage.css sets the widest. Set without React: the observer comes after the
 * layout and before the picture, where a measure in an effect asks for a layout of the page in the middle of the work.
 */
function Scaled({ children }: { readonly children: ReactNode }) {
  const stage = useRef<HTMLDivElement>(null)
  const scaled = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (stage.current === null) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined && scaled.current !== null)
        scaled.current.style.transform = `scale(${entry.contentRect.width / CARD_WIDTH_PX})`
    })
    observer.observe(stage.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={stage} className="idc-stage" dir="ltr">
      <div ref={scaled} className="idc-scale">
        {children}
      </div>
    </div>
  )
}
