import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../cx.ts'
import { InsideDialog } from './inside-dialog.ts'

type DialogSize = 'md' | 'lg' | 'xl' | 'full'

export interface DialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  readonly description?: string
  readonly children: ReactNode
  readonly size?: DialogSize
  /** Out of sight while a dialog that it opened stands over it: two dialogs on top of each other are read as one. */
  readonly hidesBehind?: boolean
}

// On a phone a dialog is a sheet that rises from the bottom edge; from 640 px it is a card in the middle.
const SHEET =
  'inset-x-0 bottom-0 max-h-[92dvh] rounded-t-xl sm:inset-x-auto sm:bottom-auto sm:start-1/2 sm:top-1/2 sm:w-[calc(100%-3rem)] sm:-translate-y-1/2 sm:-translate-x-1/2 sm:rounded-lg sm:rtl:translate-x-1/2'
const SIZE = {
  md: cx(SHEET, 'sm:max-w-lg'),
  lg: cx(SHEET, 'sm:max-w-3xl'),
  xl: cx(SHEET, 'sm:max-w-6xl'),
  full: 'inset-0',
} as const satisfies Record<DialogSize, string>

/** What a dialog is for comes first, not the button that closes it. */
const WORK = 'input:not([type=hidden]), select, textarea, button, a[href], [tabindex="0"]'

/** A dialog whose first control is not its main one marks the main one. */
const MARKED = '[data-begin]'

/**
 * Focuses the first thing to do where it is seen at once, otherwise the text, so that the dialog is read from its
 * beginning; so does one whose form is still fetched. Base UI waits for the next frame: a key that is pressed before it goes to
 * the page behind.
 * @returns true when Base UI has to choose, false when nothing is left to focus
 */
function focusBeginning(body: HTMLElement | null): boolean {
  if (body === null) return true
  const first = body.querySelector<HTMLElement>(MARKED) ?? body.querySelector<HTMLElement>(WORK)
  const isSeen =
    first !== null && first.getBoundingClientRect().bottom <= body.getBoundingClientRect().bottom
  ;(isSeen ? first : body).focus()
  return false
}

/** A modal: focus stays inside, Escape and the backdrop close it, and focus goes back to where it came from. */
export function DialogWindow({
  open,
  onOpenChange,
  title,
  description,
  children,
  size = 'md',
  hidesBehind = false,
}: DialogProps) {
  const { t } = useTranslation('common')
  const body = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          // After a touch the dialog itself gets the focus: a field would push a keyboard over half of it.
          // React lets events rise through the portal: the form that a dialog was opened from must not be sent with the dialog's own.
          onSubmit={(event) => event.stopPropagation()}
          initialFocus={(by) => by === 'touch' || focusBeginning(body.current)}
          className={cx(
            'fixed z-50 flex flex-col bg-raised text-ink shadow-float transition-opacity duration-200',
            'data-ending-style:opacity-0 data-starting-style:opacity-0',
            SIZE[size],
            hidesBehind && 'data-nested-dialog-open:invisible',
          )}
        >
          <div className="flex items-start gap-3 border-b border-line py-3 ps-5 pe-3">
            <div className="grow py-2">
              <Base.Title className="text-xl headline">{title}</Base.Title>
              {description !== undefined && (
                // A dialog of this size is a place of work: on a phone that needs the room.
                <Base.Description
                  className={cx('mt-1 text-muted', size === 'xl' && 'max-sm:sr-only')}
                >
                  {description}
                </Base.Description>
              )}
            </div>
            <Base.Close
              aria-label={t('close')}
              title={t('close')}
              className="inline-grid size-11 shrink-0 place-items-center rounded-md hover:bg-sunken"
            >
              <X aria-hidden="true" size={22} />
            </Base.Close>
          </div>
          <div
            ref={body}
            tabIndex={-1}
            className="grow overflow-y-auto p-5 outline-none sm:rounded-b-lg"
          >
            <InsideDialog value={body}>{children}</InsideDialog>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
