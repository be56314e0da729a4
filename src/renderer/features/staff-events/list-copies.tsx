import { useMutation } from '@tanstack/react-query'
import { FileDown, Printer } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '../../platform/call-failure.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { problemText } from '../../ui/form-problems.ts'
import { toast } from '../../ui/toast.ts'
import { useStepUp } from '../../ui/use-step-up.tsx'
import { downloadAttendance } from './use-attendance.ts'

type Copy = 'print' | 'csv'

interface ListCopiesProps {
  readonly eventId: string
  /** A and X take the list away as a file. */
  readonly exports: boolean
  readonly ready: boolean
}

/** Names that leave the screen: each way says first what such a list can do. */
export function ListCopies({ eventId, exports: mayExport, ready }: ListCopiesProps) {
  const { t } = useTranslation(['staffEvents', 'problems'])
  const [asked, setAsked] = useState<Copy>()
  const { guard, dialog } = useStepUp(t('staffEvents:copies.csv'), t('staffEvents:copies.danger'))
  const csv = useMutation({
    mutationFn: () => guard(() => downloadAttendance(eventId)),
    onSuccess: ({ kind }) => {
      if (kind === 'done') toast.success(t('staffEvents:copies.saved'))
    },
    onError: (error) => {
      if (error instanceof CallFailure) toast.error(problemText(t, error))
    },
  })
  const go = (): void => {
    setAsked(undefined)
    if (asked === 'csv') csv.mutate()
    // After the dialog has gone: it would stand on the paper.
    else setTimeout(() => window.print(), 250)
  }
  return (
    <>
      <Button
        variant="secondary"
        disabled={!ready}
        icon={<Printer aria-hidden="true" size={20} />}
        onClick={() => setAsked('print')}
      >
        {t('staffEvents:copies.print')}
      </Button>
      {mayExport && (
        <Button
          variant="secondary"
          disabled={!ready}
          busy={csv.isPending}
          icon={<FileDown aria-hidden="true" size={20} />}
          onClick={() => setAsked('csv')}
        >
          {t('staffEvents:copies.csv')}
        </Button>
      )}
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
}
