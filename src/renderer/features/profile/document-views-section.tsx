import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DocumentView, listDocumentViews } from '#shared/contract/documents.ts'
import { roleOfLetter } from '#shared/domain/people/roles.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { readQuery } from '../../platform/calls/read-query.ts'
import { Button } from '../../ui/button/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { ProfileFold } from './profile-fold.tsx'

const SHOWN_FIRST = 5

/**
 * When staff looked at the member's identity documents, and in which role. The association owes its members this
 * record.
 */
export function DocumentViewsSection({ cardId }: { readonly cardId: string }) {
  const { t } = useTranslation('profile')
  const query = useQuery(readQuery(['account', 'document-views', cardId], listDocumentViews, {}))
  return (
    <ProfileFold
      anchor="document-views"
      title={t('documentViews.title')}
      value={
        query.data &&
        (query.data.total === 0
          ? t('documentViews.nobody')
          : t('documentViews.count', { count: query.data.total }))
      }
      lead={t('documentViews.lead')}
    >
      <Loaded
        query={query}
        failure={t('documentViews.loadError')}
        skeleton={<Skeleton className="h-20" />}
      >
        {({ views, total }) => <Views views={views} total={total} />}
      </Loaded>
    </ProfileFold>
  )
}

function Views({
  views,
  total,
}: {
  readonly views: readonly DocumentView[]
  readonly total: number
}) {
  const { t } = useTranslation(['profile', 'common'])
  const format = useFormat()
  const [all, setAll] = useState(false)
  if (views.length === 0) return <p className="text-muted">{t('documentViews.none')}</p>
  const shown = all ? views : views.slice(0, SHOWN_FIRST)
  return (
    <>
      <ul className="divide-y divide-line">
        {shown.map(({ at, role, sides }, index) => (
          <li
            key={`${at} ${index}`}
            className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5 first:pt-0"
          >
            <span className="font-semibold">
              {role === null
                ? t('documentViews.formerStaff')
                : t(`common:roles.${roleOfLetter(role)}`)}
            </span>
            <span className="text-sm text-muted">
              {sides.length > 0 &&
                `${format.list(sides.map((side) => t(`documentViews.${side}`)))} · `}
              <time dateTime={at}>
                {format.date(at)} · {format.time(at)}
              </time>
            </span>
          </li>
        ))}
      </ul>
      {views.length > shown.length && (
        <Button variant="quiet" className="-ms-4 mt-1" onClick={() => setAll(true)}>
          {t('documentViews.all', { count: views.length })}
        </Button>
      )}
      {all && total > views.length && (
        <p className="mt-2 text-sm text-muted">{t('documentViews.more', { count: total })}</p>
      )}
    </>
  )
}
