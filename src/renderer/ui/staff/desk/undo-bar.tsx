import { Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { create } from 'zustand'
import { UNDO_S } from '#shared/domain/access/undo-rules.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../button/button.tsx'
import { problemText } from '../../call/form-problems.ts'
import { useCall } from '../../call/use-call.ts'
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
const forget = (): void => useHeldDecision.setState({}, true)

/** Over every page of the dashboards: the next item opens by itself, and the undo must not go with the page. */
export function UndoBar() {
  const { held, until } = useHeldDecision()
  return held === undefined || until === undefined ? null : (
    <Bar key={until} held={held} until={until} />
  )
}

function Bar({ held, until }: { readonly held: HeldDecision; readonly until: number }) {
  const { t } = useTranslation(['ui', 'problems'])
  const format = useFormat()
  const navigate = useNavigate()
  const left = useCountdown(until)
  const undo = useCall(
    async () => {
      await held.undo()
      forget()
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
    if (left === 0 && !undo.busy && !failed) forget()
  }, [failed, left, undo.busy])
  const run = (): void => void undo.run()
  useShortcuts([{ keys: 'u', label: t('staff.undo.act'), run, when: !undo.busy && !failed }])
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-18 z-20 grid justify-items-center px-4 print:hidden">
      <Notice
        tone={failed ? 'danger' : 'success'}
        title={held.title}
        className="pointer-events-auto w-full max-w-xl animate-rise shadow-float"
        action={
          failed ? (
            <Button variant="secondary" onClick={forget}>
              {t('staff.undo.close')}
            </Button>
          ) : (
            <Button
              variant="secondary"
              busy={undo.busy}
              aria-keyshortcuts="u"
              icon={<Undo2 aria-hidden="true" size={18} className="mirror" />}
              onClick={run}
            >
              {t('staff.undo.act')}
              {/* Counted for the eye alone: a number that changes each second would be read out each second. */}
              <span aria-hidden="true" className="min-w-5 tabular-nums text-muted">
                {format.number(left)}
              </span>
            </Button>
          )
        }
      >
        {undo.notice ?? t('staff.undo.mailWaits')}
      </Notice>
    </div>
  )
}
