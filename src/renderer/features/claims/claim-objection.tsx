import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { contestReport, showReplyOfClaim } from '#shared/contract/claims.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ask } from '../../platform/calls/api.ts'
import { Button } from '../../ui/button/button.tsx'
import { problemText } from '../../ui/call/form-problems.ts'
import { useCall } from '../../ui/call/use-call.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { keepClaim, type ListedClaim, type OneClaim, takePresentState } from './claim-queries.ts'

/** The day by which an objection is decided, and whether it has passed. */
export function ClaimDue({ claim }: { readonly claim: Pick<ListedClaim, 'status' | 'objection'> }) {
  const { t } = useTranslation('claims')
  const format = useFormat()
  const [now] = useState(() => Date.now())
  if (claim.objection === null || claim.status !== 'open') return null
  const { dueAt } = claim.objection
  const isOver = Date.parse(dueAt) < now
  return (
    <span className={isOver ? 'block font-semibold text-danger' : 'block text-muted'}>
      {t(isOver ? 'objection.overdue' : 'objection.due')}{' '}
      <time dateTime={dueAt}>{format.date(new Date(dueAt), 'medium')}</time>
    </span>
  )
}

/** What staff do about the report that a message objects to, before or besides the decision. */
export function ClaimObjection({ claim }: { readonly claim: OneClaim }) {
  const { t } = useTranslation(['claims', 'problems'])
  const change = useCall(async (what: { contested: boolean } | { shown: boolean }) => {
    const params = { id: claim.id }
    keepClaim(
      'contested' in what
        ? await ask(contestReport, { params, body: what })
        : await ask(showReplyOfClaim, { params, body: what }),
    )
    toast.success(t('objection.done'))
  }, takePresentState)
  const { objection, report } = claim
  if (objection === null) return null
  const { reportId: id, kind, named, shownAt } = objection
  const holder = report?.contestedFor ?? undefined
  const elsewhere = holder === claim.id ? undefined : holder
  return (
    <section
      aria-labelledby="claim-objection"
      className="rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <h2 id="claim-objection" className="text-xl headline">
        {t('objection.title')}
      </h2>
      <p className="mt-2 font-semibold">{t(`objection.kinds.${kind}`)}</p>
      <ClaimDue claim={claim} />
      {report === null ? (
        <p className="mt-2">{t('objection.noReport', { id })}</p>
      ) : (
        <>
          <Link
            to={`/reports/${id}/evidence`}
            className="inline-flex min-h-11 items-center font-semibold text-brand underline-offset-4 hover:underline"
          >
            {t('objection.open', { id })}
          </Link>
          <p className="text-sm text-muted">
            {t(
              report.contested
                ? 'objection.contested'
                : report.published
                  ? 'objection.public'
                  : 'objection.notPublic',
            )}
          </p>
          {elsewhere !== undefined && (
            <Link
              to={`../${elsewhere}`}
              relative="path"
              className="inline-flex min-h-11 items-center font-semibold text-brand underline-offset-4 hover:underline"
            >
              {t('objection.contestedElsewhere', { id: elsewhere })}
            </Link>
          )}
          {kind === 'reply' && (
            <p className="mt-1 text-sm text-muted">
              {shownAt !== null && `${t('objection.replyShown')} `}
              {t(named ? 'objection.asName' : 'objection.asConcerned')}
            </p>
          )}
          {change.failure !== undefined && (
            <Notice tone="danger" title={t('objection.failed')} className="mt-3">
              {problemText(t, change.failure)}
            </Notice>
          )}
          <div className="mt-4 grid gap-2">
            {elsewhere === undefined &&
              (report.contested || (claim.status === 'open' && report.published)) && (
                <Button
                  variant="secondary"
                  busy={change.busy}
                  onClick={() => void change.run({ contested: !report.contested })}
                >
                  {t(report.contested ? 'objection.showReport' : 'objection.hide')}
                </Button>
              )}
            {kind === 'reply' && (
              <Button
                variant="secondary"
                busy={change.busy}
                onClick={() => void change.run({ shown: shownAt === null })}
              >
                {t(shownAt === null ? 'objection.showReply' : 'objection.hideReply')}
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  )
}
