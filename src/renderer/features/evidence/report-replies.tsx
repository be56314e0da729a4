import { useQuery } from '@tanstack/react-query'
import { MessageCircleWarning } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { listReplies } from '#shared/contract/claims.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { readQuery } from '../../platform/calls/read-query.ts'
import { Auto } from '../../ui/bidi.tsx'
import { LinkButton } from '../../ui/button/button.tsx'

interface ReportRepliesProps {
  readonly id: number
  /** Whether the reader is told how to say that something is wrong with the report: staff change it themselves. */
  readonly mayObject: boolean
}

/** What people concerned say to a report, and the way to say that something is wrong with it. */
export function ReportReplies({ id, mayObject }: ReportRepliesProps) {
  const { t } = useTranslation('evidence')
  const format = useFormat()
  const { data = [] } = useQuery({
    ...readQuery(['reports', 'replies', id], listReplies, { params: { id } }),
    retry: false,
  })
  return (
    <div className="grid gap-6 empty:hidden">
      {data.length > 0 && (
        <section aria-labelledby="report-replies">
          <h2 id="report-replies" className="text-xl headline">
            {t('replies')}
          </h2>
          <ul className="mt-4 grid gap-4">
            {data.map((reply) => (
              <li
                key={reply.id}
                className="rounded-lg border border-s-4 border-line bg-surface p-4"
              >
                <p className="text-sm text-muted">
                  <strong>
                    {reply.name === null ? t('personConcerned') : <Auto>{reply.name}</Auto>}
                  </strong>{' '}
                  · <time dateTime={reply.at}>{format.date(new Date(reply.at), 'medium')}</time>
                </p>
                <p dir="auto" className="mt-2 whitespace-pre-line wrap-anywhere">
                  {reply.text}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      {mayObject && (
        <div className="print:hidden">
          <LinkButton
            to={`/reports/${id}/objection`}
            variant="secondary"
            icon={<MessageCircleWarning aria-hidden="true" size={18} />}
          >
            {t('wrong')}
          </LinkButton>
        </div>
      )}
    </div>
  )
}
