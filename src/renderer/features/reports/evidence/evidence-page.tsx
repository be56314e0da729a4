import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, FolderOpen } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { type Evidence, listEvidence } from '#shared/contract/reports.ts'
import { ask, CallFailure } from '../../../platform/api.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Page } from '../../../ui/page.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ExcerptText } from './excerpt-text.tsx'
import { useSaid } from '../perpetrator.tsx'
import { mayTakePackages, useStaffRole } from '../staff/use-staff.ts'
import { Gallery } from './gallery.tsx'
import { ReportFacts } from './report-facts.tsx'

const PackageButton = lazy(async () => ({
  default: (await import('./staff-evidence.tsx')).PackageButton,
}))

/** The evidence of one report, for everybody to see. */
export function EvidencePage() {
  const { id = '' } = useParams()
  // Only the number of a report is one: anything else is not asked for.
  return /^[1-9]\d{0,14}$/.test(id) ? <EvidenceOf id={Number(id)} /> : <NotFound lead="noId" />
}

function EvidenceOf({ id }: { readonly id: number }) {
  const { t } = useTranslation(['evidence', 'reports']) // both at once: the texts further down would take the page away while they wait for theirs
  const role = useStaffRole()
  const query = useQuery({
    queryKey: ['reports', 'evidence', id],
    queryFn: ({ signal }) => ask(listEvidence, { params: { id } }, { signal }),
  })
  if (query.error instanceof CallFailure && query.error.problem?.status === 404)
    return <NotFound lead="notFoundLead" />
  return (
    <Page wide title={t('title', { id })} lead={t('lead')} description={t('lead')}>
      <div className="-mt-4 mb-4 flex flex-wrap items-center justify-between gap-3">
        <BackToReports />
        {mayTakePackages(role) && (query.data?.length ?? 0) > 0 && (
          <Suspense fallback={null}>
            <PackageButton reportId={id} />
          </Suspense>
        )}
      </div>
      <Loaded query={query} failure={t('fetchFailed')} skeleton={<GallerySkeleton />}>
        {(items) => (
          <div className="grid gap-8">
            <ReportFacts id={id} />
            <ReportTexts first={items[0]} />
            {items.length === 0 ? (
              <EmptyState icon={<FolderOpen size={30} />} title={t('emptyTitle')}>
                {t('emptyText')}
              </EmptyState>
            ) : (
              <Gallery items={items} />
            )}
          </div>
        )}
      </Loaded>
    </Page>
  )
}

/** The first item also says what the report is about (spec staff §3). */
function ReportTexts({ first }: { readonly first: Evidence | undefined }) {
  const { t } = useTranslation('evidence')
  const said = useSaid()
  const { reportDescription = '', actorDesc = '' } = first ?? {}
  if (reportDescription === '' && actorDesc === '') return null
  return (
    <div className="grid gap-6 md:grid-cols-2">
      {reportDescription !== '' && (
        <Section title={t('description')}>
          <ExcerptText text={reportDescription} name={t('description')} />
        </Section>
      )}
      {actorDesc !== '' && (
        <Section title={t('actorDesc')}>
          <ExcerptText text={said(actorDesc)} name={t('actorDesc')} />
        </Section>
      )}
    </div>
  )
}

function BackToReports() {
  const { t } = useTranslation('evidence')
  return (
    <Link
      to="/reports"
      className="inline-flex min-h-11 items-center gap-2 rounded-sm font-semibold text-brand hover:underline"
    >
      <ArrowLeft aria-hidden="true" size={20} className="mirror" />
      {t('back')}
    </Link>
  )
}

function NotFound({ lead }: { readonly lead: 'noId' | 'notFoundLead' }): ReactNode {
  const { t } = useTranslation('evidence')
  return (
    <Page title={t('notFound')} lead={lead === 'noId' ? t('noId') : t('notFoundLead')}>
      <LinkButton
        to="/reports"
        icon={<ArrowLeft aria-hidden="true" size={20} className="mirror" />}
      >
        {t('back')}
      </LinkButton>
    </Page>
  )
}

const GallerySkeleton = () => (
  <div className="grid gap-8">
    <Skeleton className="h-40 rounded-lg" />
    <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} className="h-80 rounded-lg" />
      ))}
    </div>
  </div>
)
