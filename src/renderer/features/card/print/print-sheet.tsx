import './print.css'
import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { CardBack } from '../face/sides/card-back.tsx'
import { CardFront, type CardFrontProps } from '../face/sides/card-front.tsx'

/** `fold`: both sides beside each other on A4, to cut out and fold. `card`: a page a side, for a card printer. */
type PrintLayout = 'fold' | 'card'
const DEFAULT_LAYOUT: PrintLayout = 'fold'
/** 1,600 dots over 85.6 mm: 475 a inch for the line work. Texts and codes are vectors. */
const PRINT_DENSITY = 4

export interface Print {
  /** The sheet that is on its way to the printer. */
  readonly layout: PrintLayout | undefined
  readonly start: (layout: PrintLayout) => void
  /** Puts the sheet for a card printer into the page for as long as `print` takes. */
  readonly onCard: <R>(print: () => Promise<R>) => Promise<R>
}

/** Prints the card and nothing else of the page, whether by our button or by the browser's own command. */
export function usePrint(): Print {
  const [layout, setLayout] = useState<PrintLayout>()
  useEffect(() => {
    const root = document.documentElement
    const before = (): void => {
      root.classList.add('idc-printing')
      flushSync(() => setLayout((chosen) => chosen ?? DEFAULT_LAYOUT))
    }
    const after = (): void => {
      root.classList.remove('idc-printing')
      setLayout(undefined)
    }
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
      root.classList.remove('idc-printing')
    }
  }, [])
  return {
    layout,
    start(chosen) {
      flushSync(() => setLayout(chosen))
      window.print()
    },
    async onCard(print) {
      flushSync(() => setLayout('card'))
      try {
        return await print()
      } finally {
        setLayout(undefined) // where nothing was printed, no `afterprint` came either
      }
    },
  }
}

type PrintSheetProps = { readonly layout: PrintLayout | undefined } & Pick<
  CardFrontProps,
  'card' | 'photo' | 'captionLanguage'
>

export function PrintSheet({ layout, card, photo, captionLanguage }: PrintSheetProps) {
  const { t } = useTranslation('idCard')
  if (layout === undefined) return null
  const front = (
    <CardFront
      card={card}
      photo={photo}
      captionLanguage={captionLanguage}
      medium="paper"
      density={PRINT_DENSITY}
    />
  )
  const back = <CardBack card={card} medium="paper" density={PRINT_DENSITY} />
  return createPortal(
    <div className="idc-print" data-layout={layout} dir="ltr" aria-hidden="true">
      <div className="idc-print-pair">
        {[front, back].map((face, index) => (
          <div key={index === 0 ? 'front' : 'back'} className="idc-print-face">
            <div className="idc-print-scale">{face}</div>
          </div>
        ))}
      </div>
      {layout === 'fold' && (
        <p className="idc-print-hint" dir="auto">
          {t('foldHint')}
        </p>
      )}
    </div>,
    document.body,
  )
}
