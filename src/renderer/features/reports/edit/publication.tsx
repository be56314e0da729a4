import { useMutation } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { publishReport } from '#shared/contract/report-staff.ts'
import { type Report } from '#shared/contract/reports.ts'
import { ask, CallFailure } from '../../../platform/api.ts'
import { queryClient } from '../../../platform/query-client.ts'
import { Button } from '../../../ui/button.tsx'
import { problemText } from '../../../ui/form-problems.ts'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.ts'

interface PublicationProps {
  readonly report: Report
  /** What is published is what was saved: with something unsaved, names that were just taken out would go public. */
  readonly unsaved: boolean
}

/** For a report that waits: who reads it now, and the step to everybody. */
export function Publication({ report, unsaved }: PublicationProps) {
  const { t } = useTranslation(['reportWrite', 'problems'])
  const publish = useMutation({
    mutationFn: () => ask(publishReport, { params: { id: report.id } }),
    onSuccess: () => toast.success(t('publish.done', { id: report.id })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['reports'] }),
  })
  if (report.published !== false || publish.isSuccess) return null
  return (
    <Notice
      tone="warning"
      title={t('publish.title')}
      action={
        <Button
          variant="secondary"
          busy={publish.isPending}
          disabled={unsaved}
          icon={<Eye aria-hidden="true" size={18} />}
          onClick={() => publish.mutate()}
        >
          {t('publish.act')}
        </Button>
      }
    >
      <p>{t(unsaved ? 'publish.saveFirst' : 'publish.text')}</p>
      {publish.error instanceof CallFailure && (
        <p role="alert" className="font-semibold text-danger">
          {problemText(t, publish.error)}
        </p>
      )}
    </Notice>
  )
}
