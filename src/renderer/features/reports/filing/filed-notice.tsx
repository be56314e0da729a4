import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, LinkButton } from '../../../ui/button/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { type Filed, isPublicNow } from './use-create-report.ts'

interface FiledNoticeProps {
  readonly filed: Filed
  readonly recordings: number
  readonly onAnother: () => void
}

/** The number of the report, and the next steps: a reporter of a crime must know who reads the report. */
export function FiledNotice({ filed, recordings, onAnother }: FiledNoticeProps) {
  const { t } = useTranslation(['reportWrite', 'evidence'])
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { id } = filed
  const { data: isPublic } = useQuery({
    queryKey: ['reports', 'public', id],
    queryFn: async () => (id === undefined ? null : ((await isPublicNow(id)) ?? null)),
  })
  const reader = isPublic === true ? 'public' : isPublic === false ? 'waiting' : 'either'
  return (
    <div className="grid max-w-3xl justify-items-start gap-5">
      <CircleCheck aria-hidden="true" size={56} strokeWidth={1.5} className="text-success" />
      <h1 ref={heading} tabIndex={-1} className="text-3xl headline">
        {id === undefined ? t('filed.titleUnseen') : t('filed.title', { id })}
      </h1>
      {filed.kind === 'filed-before' && (
        <div className="max-w-xl">
          <Notice tone="warning" title={t('filed.before')}>
            {t('filed.beforeText')}
          </Notice>
        </div>
      )}
      <ul className="grid max-w-xl list-disc gap-2 ps-5">
        <li aria-live="polite">{t(`filed.${reader}`)}</li>
        {recordings > 0 && <li>{t('evidence:ownRecordings', { count: recordings })}</li>}
        <li>{t('filed.verify')}</li>
        <li>{t('filed.never')}</li>
        {id !== undefined && <li>{t('filed.number')}</li>}
      </ul>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:w-full">
        {id !== undefined && (
          <LinkButton to={`/reports/${id}/evidence`} variant="secondary">
            {t('filed.open')}
          </LinkButton>
        )}
        <Button variant="secondary" onClick={onAnother}>
          {t('filed.another')}
        </Button>
        <LinkButton to="/reports">{t('filed.close')}</LinkButton>
      </div>
    </div>
  )
}
