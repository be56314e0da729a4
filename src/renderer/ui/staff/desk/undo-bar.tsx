import { Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { create } from 'zustand'
import { UNDO_S } from '#shared/domain/access/undo-rules.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../button/button.tsx'
import { problemText } from '../../call/form-problems.ts'
import { useCall } from '../../call/use-call.ts'
import { cx } from '../../cx.ts'
import { useCountdown } from '../../feedback/countdown.ts'
import { Notice } from '../../feedback/notice.tsx'
import { useShortcuts } from '../shortcuts.tsx'

interface HeldDecision {
  /** What was done; the name of a person is dropped with the bar. */
  readonly title: string
  /** The server takes the decision back; rejects where it is too late. */
  readonly undo: () => Promise<void>
  /** Address of the item, which opens again. */
  readonly path: string
}

/** The page is the last to know: it stops offering the undo a little before the server stops. */
const EARLIER_MS = 500

const useHeldDecision = create<{ readonly held?: HeldDecision; readonly until?: number }>(
  () => ({}),
)

/** From now on the bar offers to undo this decision; an earlier one is past. */
export const offerUndo = (held: HeldDecision): void =>
  useHeldDecision.setState({ held, until: Date.now() + UNDO_S * 1_000 - EARLIER_MS }, true)
export const dropUndo = (): void => useHeldDecision.setState({}, true)

const useUndoPlace = create<{ readonly place: HTMLElement | null }>(() => ({ place: null }))

/** Where the bar stands while a desk has its list open: at its foot, where nothing is decided on. The list ends above it. */
export const UndoPlace = () => (
  <div
    ref={(place) => useUndoPlace.setState({ place })}
    className="sticky bottom-0 shrink-0 bg-surface p-2 empty:hidden"
  />
)

/** Over every page of the dashboards: the next item opens by itself, and the undo must not go with the page. */
export function UndoBar() {
  const { held, until } = useHeldDecision()
  const { place } = useUndoPlace()
  if (held === undefined || until === undefined) return null
  const bar = <Bar key={until} held={held} until={until} narrow={place !== null} />
  if (place !== null) return createPortal(bar, place)
  // Over the bar of the site: wherever it stood above the buttons of the decision, it would cover the next portrait.
  return (
    <div className="pointer-events-none fixed inset-x-0 top-0 z-30 grid justify-items-center px-2 pt-px print:hidden">
      {bar}
    </div>
  )
}

const COLUMN = '[&>div>div]:basis-32'
/** As high as the bar of the site, also where a long name takes two lines: the number beside "Undo" says how long. */
const LINE =
  'max-w-xl py-1.5 shadow-float max-sm:text-sm max-sm:leading-tight max-sm:[&_button>svg]:hidden [&>div>div]:basis-0 *:self-center [&>div>*]:self-center'

interface BarProps {
  readonly held: HeldDecision
  readonly until: number
  readonly narrow: boolean
}

function Bar({ held, until, narrow }: BarProps) {
  const { t } = useTranslation(['staffUi', 'problems'])
  const format = useFormat()
  const navigate = useNavigate()
  const left = useCountdown(until)
  const undo = useCall(
    async () => {
      await held.undo()
      dropUndo()
      await navigate(held.path)
    },
    (failure) =>
      failure.problem?.fields.some(({ code }) => code === 'undo_used') === true
        ? t('faults.undo_used')
        : failure.problem?.code === 'conflict'
          ? t('faults.undo_over')
          : problemText(t, failure),
  )
  const failed = undo.notice !== undefined
  useEffect(() => {
    if (left === 0 && !undo.busy && !failed) dropUndo()
  }, [failed, left, undo.busy])
  const run = (): void => void undo.run()
  useShortcuts([{ keys: 'u', label: t('undo.act'), run, when: !undo.busy && !failed }])
  return (
    <Notice
      tone={failed ? 'danger' : 'success'}
      title={held.title}
      className={cx('pointer-events-auto w-full animate-rise', narrow ? COLUMN : LINE)}
      action={
        failed ? (
          <Button variant="secondary" onClick={dropUndo}>
            {t('undo.close')}
          </Button>
        ) : (
          <Button
            variant="secondary"
            busy={undo.busy}
            aria-keyshortcuts="u"
            icon={<Undo2 aria-hidden="true" size={18} className="mirror" />}
            onClick={run}
          >
            {t('undo.act')}
            {/* Counted for the eye alone: a number that changes each second would be read out each second. */}
            <span aria-hidden="true" className="min-w-5 tabular-nums text-muted">
              {format.number(left)}
            </span>
          </Button>
        )
      }
    >
      {undo.notice ?? <span className={narrow ? '' : 'sr-only'}>{t('undo.mailWaits')}</span>}
    </Notice>
  )
}
