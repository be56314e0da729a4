import { FileDown, Keyboard, Pencil, Printer, ScanQrCode, Vote } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../i18n/use-format.ts'
import type { EventItem } from '../../../platform/calls/content-queries.ts'
import { Button, LinkButton } from '../../../ui/button/button.tsx'
import { problemText } from '../../../ui/call/form-problems.ts'
import { useCall } from '../../../ui/call/use-call.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { MoreMenu } from '../../../ui/staff/more-menu.tsx'
import { useDashboard } from '../../../ui/staff/use-dashboard.ts'
import { useStepUp } from '../../../ui/step-up/use-step-up.tsx'
import type { AttendancePhase } from './attendance-phase.ts'
import { downloadAttendance } from './use-attendance.ts'

type ListCopy = 'print' | 'csv'

/** Exports of names: the dialog first warns what such a list can do. */
function useListCopies(eventId: string) {
  const { t } = useTranslation(['staffEvents', 'problems'])
  const language = useLanguage()
  const [asked, setAsked] = useState<ListCopy>()
  const { guard, dialog } = useStepUp(t('staffEvents:copies.csv'), t('staffEvents:copies.danger'))
  const csv = useCall(
    async () => {
      const { kind } = await guard(() => downloadAttendance(eventId, language))
      if (kind === 'done') toast.success(t('staffEvents:copies.saved'))
    },
    (failure) => toast.error(problemText(t, failure)),
  )
  const go = (): void => {
    setAsked(undefined)
    if (asked === 'csv') void csv.run()
    // After the dialog is closed: it would be on the paper.
    else setTimeout(() => window.print(), 250)
  }
  const dialogs = (
    <>
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={() => setAsked(undefined)}
        title={t('staffEvents:copies.title')}
        text={
          <>
            <p>{t('staffEvents:copies.danger')}</p>
            <p>{t('staffEvents:copies.rule')}</p>
          </>
        }
        confirmLabel={t(asked === 'csv' ? 'staffEvents:copies.csv' : 'staffEvents:copies.print')}
        onConfirm={go}
      />
      {dialog}
    </>
  )
  return { askFor: setAsked, isSaving: csv.busy, dialogs }
}

interface AttendanceActionsProps {
  readonly id: string
  readonly event: EventItem | undefined
  readonly phase: AttendancePhase
  readonly seesPeople: boolean
  /** The people are loaded. */
  readonly ready: boolean
  readonly onAskNumber: () => void
}

/** First what is next: the door until the event is over, and the list afterwards. Who did not come in time is behind “More”. */
export function AttendanceActions({
  id,
  event,
  phase,
  seesPeople,
  ready,
  onAskNumber,
}: AttendanceActionsProps) {
  const { t } = useTranslation('staffEvents')
  // Administrators and content managers can export the list as a file, and edit the event.
  const { base, manages: writes } = useDashboard()
  const { askFor, isSaving, dialogs } = useListCopies(id)
  const isOver = phase !== 'open'
  const isAssembly = event?.isAssembly === true
  const scan = (
    <LinkButton
      variant={isOver ? 'secondary' : 'primary'}
      to={`${base}/verification?event=${encodeURIComponent(id)}`}
      icon={<ScanQrCode aria-hidden="true" size={20} />}
    >
      {t('attendance.scan')}
    </LinkButton>
  )
  const print = seesPeople && (
    <Button
      variant={isOver && !writes ? 'primary' : 'secondary'}
      disabled={!ready}
      icon={<Printer aria-hidden="true" size={20} />}
      onClick={() => askFor('print')}
    >
      {t('copies.print')}
    </Button>
  )
  const csv = (
    <Button
      variant={isOver ? 'primary' : 'secondary'}
      disabled={!ready}
      busy={isSaving}
      icon={<FileDown aria-hidden="true" size={20} />}
      onClick={() => askFor('csv')}
    >
      {t('copies.csv')}
    </Button>
  )
  const late = phase === 'late' && (
    <>
      {scan}
      <Button
        variant="secondary"
        icon={<Keyboard aria-hidden="true" size={20} />}
        onClick={onAskNumber}
      >
        {t('door.byNumber')}
      </Button>
    </>
  )
  const first = isOver ? (writes ? csv : print) : scan
  return (
    <>
      {first}
      {/* Rules are made before the end; afterwards there is nothing to see without them. */}
      {(isAssembly || (writes && !isOver)) && (
        <LinkButton
          variant="secondary"
          to={`${base}/events/${id}/assembly`}
          icon={<Vote aria-hidden="true" size={20} />}
        >
          {t('attendance.assembly')}
        </LinkButton>
      )}
      {writes ? (
        <MoreMenu isLong>
          {late}
          <LinkButton
            variant="secondary"
            to={`${base}/events/${id}/edit`}
            icon={<Pencil aria-hidden="true" size={20} />}
          >
            {t('edit.title')}
          </LinkButton>
          {print}
          {!isOver && csv}
        </MoreMenu>
      ) : isOver ? (
        late !== false && <MoreMenu isLong>{late}</MoreMenu>
      ) : (
        print
      )}
      {dialogs}
    </>
  )
}
