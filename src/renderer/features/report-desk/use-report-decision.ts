import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { type Report, undoReport, updateReport } from '#shared/contract/reports.ts'
import { UNDO_S } from '#shared/domain/access/undo-rules.ts'
import type { ReportCheck } from '#shared/domain/report/report-checks.ts'
import { ask } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { problemText } from '../../ui/call/form-problems.ts'
import { useCall } from '../../ui/call/use-call.ts'
import { offerUndo } from '../../ui/staff/desk/undo-bar.tsx'
import { refreshCounts } from '../../ui/staff/refresh-counts.ts'
import { useStepUp } from '../../ui/step-up/use-step-up.tsx'
import { deskReportQuery, keepHolder } from './desk-queries.ts'

export const REPORT_DEEDS = ['verified', 'under review', 'rejected'] as const
export type ReportDeed = (typeof REPORT_DEEDS)[number]
/** Keys of the texts: the states of the specification contain blanks. */
export const DEED_KEYS = {
  verified: 'verify',
  'under review': 'review',
  rejected: 'reject',
} as const satisfies Record<ReportDeed, string>

const reload = async (id: number): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: deskReportQuery(id).queryKey })
  void queryClient.invalidateQueries({ queryKey: ['reports'] })
  void refreshCounts()
}

async function undoDecision(id: number): Promise<void> {
  await ask(undoReport, { params: { id } })
  await reload(id)
}

/** When a decision that waits for the end of its undo is seen in the lists. */
const LATER_MS = (UNDO_S + 4) * 1_000

interface Afterwards {
  /** The report that opens after the decision; undefined where none waits. */
  readonly next: number | undefined
  /** Called when the review lock went with the decision. */
  readonly onDecided: () => void
}

export function useReportDecision(
  { id, version }: Report,
  checks: readonly ReportCheck[],
  { next, onDecided }: Afterwards,
) {
  const { t } = useTranslation(['reportWrite', 'problems'])
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [deed, setDeed] = useState<ReportDeed>()
  const [changed, setChanged] = useState(false)
  const { guard, dialog } = useStepUp(t('desk.stepUp.title'), t('desk.stepUp.why'))
  const call = useCall(
    async (status: ReportDeed, comment: string) => {
      const decided = await guard(() =>
        ask(updateReport, {
          params: { id },
          body: {
            status,
            checks: [...checks],
            undoable: true,
            ...(comment !== '' && { verifierComment: comment }),
            ...(version !== undefined && { version }),
          },
        }),
      )
      if (decided.kind === 'cancelled') return
      // The report of a witness becomes public after the undo: it stays with the reviewer until then.
      const isLater = status === 'verified' && decided.value.status !== 'verified'
      if (isLater) setTimeout(() => void reload(id), LATER_MS)
      if (status !== 'under review') {
        onDecided()
        keepHolder(id, null)
      }
      setDeed(undefined)
      offerUndo({
        title: t(`desk.done.${DEED_KEYS[status]}`, { id }),
        path: pathname,
        undo: () => undoDecision(id),
      })
      if (next === undefined) await reload(id)
      else {
        void reload(id)
        await navigate(`../${next}`, { relative: 'path' })
      }
    },
    async (failure) => {
      if (failure.problem?.code !== 'conflict') return problemText(t, failure)
      setDeed(undefined)
      setChanged(true)
      await reload(id)
      return undefined
    },
  )
  return {
    deed,
    changed,
    busy: call.busy,
    notice: call.notice,
    dialog,
    ask: setDeed,
    close: (): void => {
      call.reset()
      setDeed(undefined)
    },
    confirm: (comment: string): void => {
      if (deed !== undefined && !call.busy) void call.run(deed, comment)
    },
  }
}
