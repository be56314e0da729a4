import { EllipsisVertical, Maximize, Minimize, X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CameraControls } from '../../parts/card-check/panel/camera-controls.tsx'
import { CardNumberForm } from '../../parts/card-check/panel/card-number-form.tsx'
import type { DoorScreenProps } from '../../parts/card-check/panel/door-screen-props.ts'
import type { PanelScanner } from '../../parts/card-check/panel/panel-scanner.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { Switch } from '../../ui/field/switch.tsx'

interface DoorMenuProps extends Pick<DoorScreenProps, 'onCheck'> {
  readonly screen: RefObject<HTMLElement | null>
  readonly scanner: PanelScanner
  /** A result covers the button that starts the camera. */
  readonly covered: boolean
  /** The field of the number is here; without a picture it stands in the window. */
  readonly hasNumber: boolean
  readonly byItself: boolean
  readonly onByItself: (on: boolean) => void
  readonly soundSwitch: ReactNode
  readonly onLeave: () => void
}

/**
 * What is set once and then left alone stands behind one button: on a phone it took the place of the face. It is part
 * of the screen, not a dialog in the page, which a screen that fills the display would hide.
 */
export function DoorMenu({
  screen,
  scanner,
  covered,
  hasNumber,
  onCheck,
  byItself,
  onByItself,
  soundSwitch,
  onLeave,
}: DoorMenuProps) {
  const { t } = useTranslation('verification')
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const fullScreen = useFullScreen(screen)

  useEffect(() => {
    if (!open) return undefined
    function pressed({ target }: PointerEvent): void {
      if (target instanceof Node && place.current?.contains(target) !== true) setOpen(false)
    }
    function key(event: KeyboardEvent): void {
      if (event.key !== 'Escape') return
      event.preventDefault() // the card on the screen stays
      setOpen(false)
      place.current?.querySelector('button')?.focus()
    }
    window.addEventListener('pointerdown', pressed)
    window.addEventListener('keydown', key, { capture: true })
    return () => {
      window.removeEventListener('pointerdown', pressed)
      window.removeEventListener('keydown', key, { capture: true })
    }
  }, [open])

  return (
    <div ref={place}>
      <IconButton
        label={t('door.menu')}
        aria-expanded={open}
        aria-controls={id}
        icon={<EllipsisVertical aria-hidden="true" size={24} />}
        onClick={() => setOpen(!open)}
      />
      <div
        id={id}
        hidden={!open}
        className="absolute end-2 top-14 z-30 grid max-h-[calc(100dvh-4.5rem)] w-[min(22rem,calc(100%-1rem))] justify-items-start gap-1 overflow-y-auto rounded-lg border border-line bg-raised p-3 shadow-float [&>button]:px-2"
      >
        {/* A phone has no keys to type a number into the window, as for a card that was left at home. */}
        {open && hasNumber && (
          <div className="mb-1 w-full border-b border-line px-2 pb-3">
            <CardNumberForm onCheck={onCheck} />
          </div>
        )}
        <div className="w-full px-2">
          <Switch label={t('door.byItself')} checked={byItself} onChange={onByItself} />
          {soundSwitch}
        </div>
        <CameraControls scanner={scanner} covered={covered} />
        {fullScreen !== undefined && (
          <Button
            variant="quiet"
            icon={
              fullScreen.on ? (
                <Minimize aria-hidden="true" size={20} />
              ) : (
                <Maximize aria-hidden="true" size={20} />
              )
            }
            onClick={() => fullScreen.turn(!fullScreen.on)}
          >
            {t(fullScreen.on ? 'door.window' : 'door.fullScreen')}
          </Button>
        )}
        <Button
          variant="quiet"
          icon={<X aria-hidden="true" size={20} />}
          onClick={() => {
            if (fullScreen?.on === true) fullScreen.turn(false)
            onLeave()
          }}
        >
          {t('door.leave')}
        </Button>
      </div>
    </div>
  )
}

/** Whether this element fills the screen, and how to change that; undefined where the browser cannot (iPhones). */
function useFullScreen(
  element: RefObject<HTMLElement | null>,
): { readonly on: boolean; readonly turn: (on: boolean) => void } | undefined {
  const [on, setOn] = useState(false)
  useEffect(() => {
    const changed = (): void => setOn(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [])
  if (!document.fullscreenEnabled) return undefined
  return {
    on,
    turn(next) {
      // Refused by some managed devices; the door works in the window as well.
      const done = next ? element.current?.requestFullscreen() : document.exitFullscreen()
      done?.catch(() => undefined)
    },
  }
}
