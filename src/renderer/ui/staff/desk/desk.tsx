import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../button/button.tsx'
import { cx } from '../../cx.ts'
import { createMediaQuery } from '../../use-media-query.ts'
import { useKeptChoice } from '../table/kept-choice.ts'
import { UndoPlace } from './undo-bar.tsx'

/** From here on the list stands beside the open item; below it is a page of its own. */
export const useDeskFits = createMediaQuery('(min-width: 1100px)')

interface DeskProps {
  /** What waits; not rendered where there is no room for it. */
  readonly queue: ReactNode
  readonly children: ReactNode
}

/** A list at the start side, which folds, and the open item at the end side. The navigation folds beside it (theme.css). */
export function Desk({ queue, children }: DeskProps) {
  const { t } = useTranslation('staffUi')
  const fits = useDeskFits()
  const [kept, keep] = useKeptChoice('queue')
  if (!fits) return children
  const folded = kept === 'folded'
  const Icon = folded ? PanelLeftOpen : PanelLeftClose
  return (
    <div className="flex" data-desk="">
      <div
        className={cx(
          'shrink-0 border-e border-line bg-surface print:hidden',
          folded ? 'w-12' : 'w-60 2xl:w-80',
        )}
      >
        <div className="sticky top-15 flex h-[calc(100dvh-3.75rem-var(--banner,0px))] flex-col">
          <div className="min-h-0 grow overflow-y-auto">
            <IconButton
              label={t(folded ? 'queue.unfold' : 'queue.fold')}
              aria-expanded={!folded}
              icon={<Icon aria-hidden="true" size={20} className="mirror" />}
              onClick={() => keep(folded ? '' : 'folded')}
            />
            {!folded && queue}
          </div>
          {!folded && <UndoPlace />}
        </div>
      </div>
      <div className="@container min-w-0 grow">{children}</div>
    </div>
  )
}
