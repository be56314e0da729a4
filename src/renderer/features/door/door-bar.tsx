import { UserCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { hasAction, UncheckedAction } from '../../parts/card-check/verdict/unchecked-card.tsx'
import { Button } from '../../ui/button/button.tsx'
import type { DoorView, DoorEntryState } from './door-view.ts'

interface DoorBarProps {
  readonly view: DoorView
  readonly entry: DoorEntryState
  readonly byItself: boolean
  /** Another card was read, and is checked after the stop on the screen. */
  readonly waits: boolean
  /** The card on the screen is still held up. */
  readonly cardInView: boolean
  /** The camera runs. */
  readonly live: boolean
  /** The card has just come: the check-in takes no press yet. */
  readonly off: boolean
  /** With the time of the press. */
  readonly enter: (timeMs: number) => void
  readonly onRetry: () => void
  readonly onNext: () => void
}

/**
 * The acts at the lower edge, over the whole width and at the same place for every card: it covers nothing, and a thumb
 * finds it without a look. Between two cards there is nothing to do, and the camera has its room.
 */
export function DoorBar({
  view,
  entry,
  byItself,
  waits,
  cardInView,
  live,
  off,
  enter,
  onRetry,
  onNext,
}: DoorBarProps) {
  const { t } = useTranslation('verification')
  const { check, canEnter } = view
  if (check.kind === 'idle') return null
  const entering = check.kind === 'shown' && (canEnter || entry.kind === 'sending')
  const retries = check.kind === 'unchecked' && hasAction(check.trouble)
  return (
    <footer
      data-bar
      className="grid shrink-0 gap-1 border-t border-line bg-surface px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-4"
    >
      <output className="flex h-[min(2.5rem,5.5dvh)] items-center justify-center text-center text-[max(0.8125rem,min(0.875rem,2.2dvh))] leading-tight font-semibold">
        {said()}
      </output>
      <div className="grid h-[max(64px,min(4rem,9dvh))] gap-3 has-[>:nth-child(2)]:grid-cols-[2fr_3fr] max-sm:has-[>:nth-child(2)]:grid-cols-[auto_1fr] max-sm:has-[>:nth-child(2)]:*:px-3 max-sm:has-[>:nth-child(2)]:*:text-base">
        <Button size="lg" variant={entering || retries ? 'secondary' : 'primary'} onClick={onNext}>
          {t('stage.next')}
        </Button>
        {retries && <UncheckedAction {...check} size="lg" onRetry={onRetry} />}
        {entering && (
          <Button
            size="lg"
            busy={entry.kind === 'sending'}
            off={off}
            icon={<UserCheck aria-hidden="true" size={24} className="max-sm:hidden" />}
            onClick={({ timeStamp }) => enter(timeStamp)}
          >
            {t('checkIn.do')}
          </Button>
        )}
      </div>
    </footer>
  )

  function said(): ReactNode {
    if (waits) return t('stage.waits')
    if (entering && byItself && entry.kind === 'none') return t('door.needsEyes')
    if (cardInView && check.kind !== 'checking') return t('door.takeAway')
    if (entering)
      return (
        <>
          <span className="max-sm:hidden">{t('door.keyHint')}</span>
          {/* A phone has no keys; without a text the place of the hint is a blank strip. */}
          <span className="sm:hidden">{t('door.notYetIn')}</span>
        </>
      )
    // With each card: for the eyes alone.
    return check.kind === 'shown' && live && <span aria-hidden="true">{t('door.nextHint')}</span>
  }
}
