import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Eye, FolderOpen } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { type Evidence, listEvidence, readReport, type Report } from '#shared/contract/reports.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { isBlurredAtFirst } from '#shared/domain/report/public-copy-rules.ts'
import { ask, CallFailure } from '../../../platform/calls/api.ts'
import { LinkButton } from '../../../ui/button/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { ExcerptText } from './excerpt-text.tsx'
import { useSaid } from '../perpetrator.tsx'
import { mayTakePackages, useStaffRole } from '../staff/use-staff.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Switch } from '../../../ui/field/switch.tsx'
import { EvidenceCard } from './evidence-card.tsx'
import { kindOf, opensHere } from './evidence-kind.ts'
import { Viewer } from './viewer.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { Auto } from '../../../ui/bidi.tsx'
import { Facts } from '../../../ui/layout/facts.tsx'
import { useReportType } from '../../../ui/use-report-type.ts'
import { Place } from '../place.tsx'
import { UnpublishedMark, StatusBadge, WitnessMark } from '../status-badge.tsx'

/** The report of the evidence. If this call alone fails, the evidence is shown all the same. */
function ReportFacts({ id, as }: { readonly id: number; readonly as: 'public' | undefined }) {
  const { t } = useTranslation('evidence')
  const { data, isError } = useQuery({
    queryKey: ['reports', 'facts', id, as],
    queryFn: ({ signal }) => ask(readReport, { params: { id }, query: { as } }, { signal }),
  })
  if (isError) return null
  return (
    <Section title={t('facts')}>
      {data === undefined ? <Skeleton className="h-40" /> : <FactsOf report={data} />}
    </Section>
  )
}

function FactsOf({ report }: { readonly report: Report }) {
  const { t } = useTranslation('reports')
  const format = useFormat()
  const typeName = useReportType()
  return (
    <Facts
      items={[
        { label: t('columns.report'), value: <Auto>{typeName(report)}</Auto> },
        { label: t('columns.location'), value: <Place report={report} /> },
        {
          label: t('happenedOn'),
          value:
            report.incidentDate === null ? null : (
              <time dateTime={report.incidentDate}>
                {format.date(report.incidentDate, 'medium')}
              </time>
            ),
        },
        {
          label: t('filedOn'),
          value: (
            <time dateTime={report.createdAt}>
              {format.date(new Date(report.createdAt), 'medium')}
            </time>
          ),
        },
        {
          label: t('columns.status'),
          value: (
            <>
              <StatusBadge report={report} />
              <UnpublishedMark report={report} />
              <WitnessMark report={report} />
            </>
          ),
        },
      ]}
    />
  )
}

// Loaded for staff only: other readers do not need it.
const DocumentText = lazy(async () => ({
  default: (await import('./document-text.tsx')).DocumentText,
}))
const StaffEvidence = lazy(async () => ({
  default: (await import('./staff-evidence.tsx')).StaffEvidence,
}))
const PublicCopyButton = lazy(async () => ({
  default: (await import('../public-copy/public-copy.tsx')).PublicCopyButton,
}))

/**
 * Pictures of violations are blurred until the reader asks for them: one by one, or all of this visit. Pictures of dead
 * or injured people shown without asking would drive readers away.
 */
function Gallery({
  items,
  role,
}: {
  readonly items: readonly Evidence[]
  readonly role: Role | undefined
}) {
  const { t } = useTranslation('evidence')
  const [clear, setClear] = useState<ReadonlySet<number>>(new Set())
  const [allClear, setAllClear] = useState(false)
  const [shown, setShown] = useState<number>()
  const viewable = items.filter((item) => opensHere(kindOf(item)))
  const index = viewable.findIndex(({ id }) => id === shown)
  return (
    <section aria-labelledby="evidence-list">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="evidence-list" className="text-xl headline">
          {t('items', { count: items.length })}
        </h2>
      </div>
      {viewable.some(({ warnings }) => isBlurredAtFirst(warnings)) && (
        <Notice tone="warning" title={t('graphicTitle')} className="mt-4">
          <p>{t('graphicText')}</p>
          <div className="mt-1">
            <Switch label={t('showAll')} checked={allClear} onChange={setAllClear} />
          </div>
        </Notice>
      )}
      <ul className="mt-5 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {items.map((item, place) => (
          <li key={item.id} className="flex">
            <EvidenceCard
              item={item}
              number={place + 1}
              blurred={!allClear && !clear.has(item.id) && isBlurredAtFirst(item.warnings)}
              onUnblur={() => setClear(new Set([...clear, item.id]))}
              onOpen={() => setShown(item.id)}
              staff={
                role !== undefined && (
                  <Suspense fallback={<div className="min-h-11" />}>
                    <div className="flex flex-wrap gap-2">
                      <PublicCopyButton item={item} number={place + 1} />
                      <DocumentText item={item} number={place + 1} />
                      <StaffEvidence item={item} role={role} number={place + 1} />
                    </div>
                  </Suspense>
                )
              }
            />
          </li>
        ))}
      </ul>
      <Viewer
        items={viewable}
        index={index === -1 ? undefined : index}
        onMove={(to) => setShown(viewable[to]?.id)}
        onClose={() => setShown(undefined)}
      />
    </section>
  )
}

const Dialogue = lazy(async () => ({
  default: (await import('../staff/dialogue.tsx')).Dialogue,
}))

const HeldReport = lazy(async () => ({
  default: (await import('../staff/held-report.tsx')).HeldReport,
}))

const PackageButton = lazy(async () => ({
  default: (await import('./staff-evidence.tsx')).PackageButton,
}))

/** The evidence of one report, public. */
export function EvidencePage() {
  const { id = '' } = useParams()
  // Only the number of a report is valid: no request is made for anything else.
  return /^[1-9]\d{0,14}$/.test(id) ? <EvidenceOf id={Number(id)} /> : <NotFound lead="noId" />
}

function EvidenceOf({ id }: { readonly id: number }) {
  const { t } = useTranslation(['evidence', 'reports']) // both at once: a later load of the texts would suspend the page
  const staffRole = useStaffRole()
  const [search] = useSearchParams()
  // Staff ask the server for what the public gets, and see it by the same components.
  const as = staffRole !== undefined && search.get('as') === 'public' ? 'public' : undefined
  const role = as === undefined ? staffRole : undefined
  const query = useQuery({
    queryKey: ['reports', 'evidence', id, as],
    queryFn: ({ signal }) => ask(listEvidence, { params: { id }, query: { as } }, { signal }),
  })
  if (query.error instanceof CallFailure && query.error.problem?.status === 404)
    return <NotFound lead="notFoundLead" />
  return (
    <Page wide title={t('title', { id })} lead={t('lead')} description={t('lead')}>
      <div className="-mt-4 mb-4 flex flex-wrap items-center justify-between gap-3">
        <BackToReports />
        {role !== undefined && (
          <div className="flex flex-wrap gap-2">
            <LinkButton
              to="?as=public"
              variant="secondary"
              icon={<Eye aria-hidden="true" size={18} />}
            >
              {t('asPublic')}
            </LinkButton>
            {mayTakePackages(role) && (query.data?.length ?? 0) > 0 && (
              <Suspense fallback={null}>
                <PackageButton reportId={id} />
              </Suspense>
            )}
          </div>
        )}
      </div>
      {as !== undefined && (
        <Notice
          tone="info"
          title={t('asPublicTitle')}
          className="mb-6"
          action={
            <LinkButton to="?" variant="secondary">
              {t('asPublicEnd')}
            </LinkButton>
          }
        >
          {t('asPublicText')}
        </Notice>
      )}
      <Loaded query={query} failure={t('fetchFailed')} skeleton={<GallerySkeleton />}>
        {(items) => (
          <div className="grid gap-8">
            <ReportFacts id={id} as={as} />
            {role !== undefined && (
              <Suspense fallback={null}>
                <HeldReport id={id} />
                <Dialogue reportId={id} />
              </Suspense>
            )}
            <ReportTexts first={items[0]} />
            {items.length === 0 ? (
              <EmptyState icon={<FolderOpen size={30} />} title={t('emptyTitle')}>
                {t('emptyText')}
              </EmptyState>
            ) : (
              <Gallery key={as} items={items} role={role} />
            )}
          </div>
        )}
      </Loaded>
    </Page>
  )
}

/** The first item also says what the report is about (docs/spec/evidence.md, 1). */
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
