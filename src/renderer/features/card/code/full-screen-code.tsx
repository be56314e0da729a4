import './full-screen-code.css'
import { X } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { QUIET_ZONE_MODULES, qrModules } from '../../../ui/qr/qr-modules.ts'
import { useScreenAwake } from '../../../ui/use-screen-awake.ts'
import type { CardModel } from '../model/card-model.ts'
import { codeOnScreen, type ScreenCode } from './code-size.ts'
import { endEarlyCode } from './early-mark.ts'
import { QrCanvas } from './qr-code.tsx'

interface FullScreenCodeProps {
  readonly card: CardModel
  readonly open: boolean
  readonly onClose: () => void
}

/**
 * The code as large as the screen allows, black on white in every theme. A native dialog: it holds the focus, closes
 * with Escape and gives the focus back by itself.
 */
export function FullScreenCode({ card, open, onClose }: FullScreenCodeProps) {
  const { t } = useTranslation('idCard')
  const dialog = useRef<HTMLDialogElement>(null)
  useScreenAwake(open)
  useLayoutEffect(() => {
    const element = dialog.current
    if (open) element?.showModal()
    else if (element?.open === true) element.close()
  }, [open])
  return (
    <dialog
      ref={dialog}
      className="idc-full"
      aria-label={t('codeOf', { number: card.number })}
      onCancel={(event) => {
        event.preventDefault() // the history decides whether it is open; it closes when the entry is removed
        onClose()
      }}
      onClose={() => open && onClose()}
    >
      {open && <Code card={card} />}
      {open && (
        <div className="idc-full-text">
          <p className="idc-full-name">
            <Auto>{card.name}</Auto>
          </p>
          <p className="idc-full-number">
            <Ltr>{card.number}</Ltr>
          </p>
          <p className="idc-full-hint">{t('brightness')}</p>
        </div>
      )}
      <button type="button" className="idc-full-close" onClick={onClose}>
        <X aria-hidden="true" size={22} />
        {t('closeCode')}
      </button>
    </dialog>
  )
}

function Code({ card }: { readonly card: CardModel }) {
  const { t } = useTranslation('idCard')
  const modules = useMemo(() => qrModules(card.payload), [card.payload])
  const room = useRef<HTMLDivElement>(null)
  const [code, setCode] = useState<ScreenCode>()
  useLayoutEffect(() => {
    const fit = (): void => {
      if (room.current !== null)
        setCode(codeOnScreen(modules, room.current.getBoundingClientRect(), devicePixelRatio))
    }
    fit()
    // Turning the phone, zooming and moving to another monitor all resize the window or the room.
    const observer = new ResizeObserver(fit)
    if (room.current !== null) observer.observe(room.current)
    window.addEventListener('resize', fit)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', fit)
    }
  }, [modules])
  useLayoutEffect(() => {
    if (code !== undefined) endEarlyCode()
  }, [code])
  return (
    <div ref={room} className="idc-full-room">
      {code !== undefined && (
        <QrCanvas
          modules={modules}
          modulePx={code.modulePx}
          quiet={QUIET_ZONE_MODULES}
          left={code.left}
          top={code.top}
          sidePx={code.side}
          className="idc-exact"
          label={t('codeOf', { number: card.number })}
        />
      )}
    </div>
  )
}
