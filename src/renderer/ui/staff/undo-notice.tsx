import { Undo2, X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Button, IconButton } from '../button/button.tsx'
import { Notice } from '../feedback/notice.tsx'
import { dropUndo } from './desk/undo-bar.tsx'
import { useShortcuts } from './shortcuts.tsx'

const doNothing = (): void => undefined

interface UndoNoticeProps {
  readonly tone: 'success' | 'danger'
  readonly title: string
  /** Left out where the person may not restore it. */
  readonly undo?:
    | { readonly label: string; readonly busy: boolean; readonly run: () => void }
    | false
  readonly dismissLabel: string
  readonly onDismiss: () => void
  readonly children?: ReactNode
}

/** Says what was deleted, and how to restore it: over the bar of the site, as the undo of a decision, where it covers no row. */
export function UndoNotice({
  tone,
  title,
  undo = false,
  dismissLabel,
  onDismiss,
  children,
}: UndoNoticeProps) {
  const { label = '', busy = false, run = doNothing } = undo === false ? {} : undo
  const offered = undo !== false
  useShortcuts([{ keys: 'u', label, run, when: offered && !busy }])
  useEffect(() => {
    // An earlier decision is past, as after another decision: the key undoes what was done last.
    if (offered) dropUndo()
  }, [offered])
  return (
    <div className="pointer-events-none fixed inset-x-0 top-0 z-30 grid justify-items-center px-2 pt-px print:hidden">
      <Notice
        tone={tone}
        title={title}
        className="pointer-events-auto w-full max-w-xl animate-rise py-1.5 shadow-float *:self-center [&>div>*]:self-center"
        action={
          <span className="flex gap-1">
            {offered && (
              <Button
                variant="secondary"
                busy={busy}
                aria-keyshortcuts="u"
                icon={<Undo2 aria-hidden="true" size={18} className="mirror" />}
                onClick={run}
              >
                {label}
              </Button>
            )}
            <IconButton
              label={dismissLabel}
              icon={<X aria-hidden="true" size={18} />}
              onClick={onDismiss}
            />
          </span>
        }
      >
        {children}
      </Notice>
    </div>
  )
}
