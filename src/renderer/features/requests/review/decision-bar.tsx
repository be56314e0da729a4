import { Check, ChevronLeft, ChevronRight, Trash2, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { FullRequest } from '#shared/contract/requests.ts'
import { Button } from '../../../ui/button.tsx'
import { useShortcuts } from '../../../ui/staff/shortcuts.tsx'
import type { ReviewDeed } from './use-decision.ts'
import type { Queue } from './use-queue.ts'

interface DecisionBarProps {
  readonly request: FullRequest
  readonly mine: boolean
  readonly queue: Queue
  readonly busy: boolean
  readonly onAsk: (deed: ReviewDeed) => void
}

/** What can be done, at the foot of the window wherever one has scrolled. */
export function DecisionBar({ request, mine, queue, busy, onAsk }: DecisionBarProps) {
  const { t } = useTranslation('registrationRequests')
  const pending = request.status === 'pending'
  const decides = mine && !busy
  const moves = queue.moving === undefined && !busy
  const free = !pending || mine || request.claim === null
  useShortcuts([
    { keys: 'a', label: t('decide.approve.confirm'), run: () => onAsk('approve'), when: decides },
    { keys: 'r', label: t('decide.reject.confirm'), run: () => onAsk('reject'), when: decides },
    { keys: 'n', label: t('queue.next'), run: () => void queue.go('forward'), when: moves },
    { keys: 'p', label: t('queue.previous'), run: () => void queue.go('back'), when: moves },
  ])
  return (
    <fieldset
      aria-label={t('decide.bar')}
      className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-between gap-2 border-t border-line bg-canvas px-4 py-2.5 print:hidden"
    >
      {pending && mine && (
        <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
          <Button icon={<Check aria-hidden="true" size={20} />} onClick={() => onAsk('approve')}>
            {t('decide.approve.confirm')}
          </Button>
          <Button
            variant="danger"
            icon={<X aria-hidden="true" size={20} />}
            onClick={() => onAsk('reject')}
          >
            {t('decide.reject.confirm')}
          </Button>
        </div>
      )}
      {free && (
        <Button
          variant="quiet"
          className="sm:me-auto"
          icon={<Trash2 aria-hidden="true" size={18} />}
          onClick={() => onAsk('delete')}
        >
          {t('decide.delete.confirm')}
        </Button>
      )}
      <div className="ms-auto flex gap-2">
        <Button
          variant="secondary"
          busy={queue.moving === 'back'}
          icon={<ChevronLeft aria-hidden="true" size={20} className="mirror" />}
          onClick={() => void queue.go('back')}
        >
          <span className="max-sm:sr-only">{t('queue.previous')}</span>
        </Button>
        <Button
          variant="secondary"
          busy={queue.moving === 'forward'}
          onClick={() => void queue.go('forward')}
        >
          {t('queue.next')}
          <ChevronRight aria-hidden="true" size={20} className="mirror" />
        </Button>
      </div>
    </fieldset>
  )
}
