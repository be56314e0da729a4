import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import type { MemberDocuments } from '#shared/contract/documents.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { roleOfLetter } from '#shared/domain/people/roles.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Loaded } from '../../../ui/loaded/loaded.tsx'
import { Avatar } from '../../../ui/picture/avatar.tsx'
import { ShortcutsHelp } from '../../../ui/staff/shortcuts.tsx'
import { StaffPage } from '../../../ui/staff/toolbar.tsx'
import { useDashboard } from '../../../ui/staff/use-dashboard.ts'
import { memberDocumentsQuery } from '../queries.ts'
import { DocumentViewer, ShownTo } from './document-viewer.tsx'

/** The documents of a member: shown only on request, because the member sees each look. */
export function DocumentsPage() {
  const { t } = useTranslation('registrationRequests')
  const { memberId = '' } = useParams()
  const { base } = useDashboard()
  const query = useQuery(memberDocumentsQuery(memberId))
  return (
    <StaffPage
      title={t('documents.title')}
      back={{ to: `${base}/users/${memberId}`, label: t('documents.back') }}
      lead={t('documents.lead')}
      end={<ShortcutsHelp />}
    >
      <Loaded
        query={query}
        failure={t('messages.fetchError')}
        skeleton={<Skeleton className="h-96 rounded-lg" />}
      >
        {(data) => <OneMember key={data.cardId} data={data} />}
      </Loaded>
    </StaffPage>
  )
}

function OneMember({ data }: { readonly data: MemberDocuments }) {
  const { t } = useTranslation('registrationRequests')
  const [open, setOpen] = useState(false)
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
      <Section
        title={fullName(data)}
        lead={<Ltr className="tabular-nums">{bareCardId(data.cardId)}</Ltr>}
      >
        <div className="grid items-start gap-5 sm:grid-cols-[minmax(0,1fr)_9rem]">
          {open || data.documents.length === 0 ? (
            <div className="grid gap-2">
              <DocumentViewer documents={data.documents} />
              {data.documents.length > 0 && <ShownTo />}
            </div>
          ) : (
            <div className="grid min-h-64 content-center justify-items-center gap-4 rounded-md border border-dashed border-line-strong p-6 text-center">
              <p className="max-w-md">{t('documents.ask')}</p>
              <Button icon={<Eye aria-hidden="true" size={20} />} onClick={() => setOpen(true)}>
                {t('documents.show')}
              </Button>
            </div>
          )}
          <figure className="grid justify-items-start gap-2">
            <Avatar
              src={data.portraitUrl}
              name={t('review.portraitAlt')}
              size="large"
              className="sm:h-auto sm:w-full sm:aspect-[4/5]"
            />
            <figcaption className="text-sm text-muted">{t('documents.portrait')}</figcaption>
          </figure>
        </div>
      </Section>
      <Section title={t('documents.looks')}>
        <Looks looks={data.looks} />
      </Section>
    </div>
  )
}

function Looks({ looks }: { readonly looks: MemberDocuments['looks'] }) {
  const { t } = useTranslation(['registrationRequests', 'common'])
  const format = useFormat()
  if (looks.length === 0) return <p className="text-muted">{t('documents.noLooks')}</p>
  return (
    <ol className="grid gap-3">
      {looks.map(({ at, by, sides }, index) => (
        <li key={`${at} ${index}`} className="border-s-2 border-line ps-3">
          <p>
            {by === null ? t('log.somebody') : <Auto className="font-semibold">{by.name}</Auto>}
            {by !== null && ` · ${t(`common:roles.${roleOfLetter(by.role)}`)}`}
          </p>
          <p className="text-sm text-muted">
            <time dateTime={at}>
              {format.date(at, 'medium')} · {format.time(at)}
            </time>
            {sides.length > 0 && ` · ${format.list(sides.map((side) => t(`viewer.${side}`)))}`}
          </p>
        </li>
      ))}
    </ol>
  )
}
