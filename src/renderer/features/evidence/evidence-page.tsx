import { useQuery } from '@tanstack/react-query'
import { Eye, FolderOpen } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { type Evidence, listEvidence, readReport, type Report } from '#shared/contract/reports.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { isBlurredAtFirst } from '#shared/domain/report/public-copy-rules.ts'
import { isUnknown, WITHHELD } from '#shared/domain/report/report-rules.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { EvidenceCard } from '../../parts/evidence/evidence-card.tsx'
import { kindOf, opensHere } from '../../parts/evidence/evidence-kind.ts'
import { isWithheldUntilVerified, NamingText } from '../../parts/report/perpetrator.tsx'
import { ReportPlace } from '../../parts/report/place.tsx'
import { UnpublishedMark, StatusBadge, WitnessMark } from '../../parts/report/status-badge.tsx'
import { mayTakePackages, useStaffRole } from '../../parts/report/use-staff.ts'
import { useWrittenIn } from '../../parts/report/use-written-in.ts'
import { CallFailure } from '../../platform/calls/api.ts'
import { readQuery } from '../../platform/calls/read-query.ts'
import { Auto } from '../../ui/bidi.tsx'
import { LinkButton } from '../../ui/button/button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Switch } from '../../ui/field/switch.tsx'
import { SubPage } from '../../ui/layout/back-link.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { useReportType } from '../../ui/use-report-type.ts'
import { ReportReplies } from './report-replies.tsx'
import { Viewer } from './viewer.tsx'

interface AboutProps {
  /** Undefined while it loads, or where its call failed: then the first piece of evidence says what it can. */
  readonly report: Report | undefined
  /** It says what the report is about, too (docs/spec/evidence.md, 1). */
  readonly first: Evidence | undefined
  readonly isLoading: boolean
}

function Account({ report, text }: { readonly report: Report | undefined; readonly text: string }) {
  const { t } = useTranslation(['evidence', 'reports'])
  const writtenIn = useWrittenIn(report?.writtenIn)
  const namesOnly =
    report?.withheld.includes('unverified') === true && !report.withheld.includes('words')
  return (
    // The language comes with the report, after the text: in the line of the heading it moves nothing.
    <Section
      title={t('description')}
      actions={<span className="pt-0.5 text-muted">{writtenIn}</span>}
    >
      <LongText text={text} lang={report?.writtenIn} />
      {text.includes(WITHHELD) && (
        <p className="mt-2 text-sm text-muted">
          {namesOnly ? t('namesInText') : t('reports:withheld')}
        </p>
      )}
    </Section>
  )
}

/** The account first, as it is what a reader came for; then the facts. If the call for the report fails, the evidence is shown all the same. */
function AboutReport({ report, first, isLoading }: AboutProps) {
  const { t } = useTranslation('evidence')
  const description = report?.description ?? first?.reportDescription ?? ''
  const actorDesc = report?.actorDesc ?? first?.actorDesc ?? ''
  return (
    <>
      {description !== '' && <Account report={report} text={description} />}
      <div className="grid items-start gap-6 md:grid-cols-[repeat(auto-fit,minmax(22rem,1fr))]">
        {(report !== undefined || isLoading) && (
          <Section title={t('facts')}>
            {report === undefined ? <Skeleton className="h-40" /> : <FactsOf report={report} />}
          </Section>
        )}
        {actorDesc !== '' && !isUnknown(actorDesc) && (
          <Section title={t('actorDesc')}>
            {report !== undefined && isWithheldUntilVerified(report, 'actorDesc') ? (
              <NamingText report={report} field="actorDesc" />
            ) : (
              <LongText text={actorDesc} lang={report?.writtenIn} />
            )}
          </Section>
        )}
      </div>
    </>
  )
}

/** In lines that the eye follows, however wide the page is, from the side where its own language begins. */
const LongText = ({
  text,
  lang,
}: {
  readonly text: string
  readonly lang: Report['writtenIn']
}) => (
  <p dir="auto" lang={lang} className="me-auto max-w-4xl text-lg wrap-anywhere whitespace-pre-line">
    {text}
  </p>
)

function FactsOf({ report }: { readonly report: Report }) {
  const { t } = useTranslation('reports')
  const format = useFormat()
  return (
    <Facts
      items={[
        {
          label: t('columns.victim'),
          value: <NamingText report={report} field="victim" />,
        },
        {
          label: t('columns.perpetrator'),
          value: (
            <>
              <NamingText report={report} field="actorName" />
              {!isUnknown(report.actor) && (
                <span className="block font-normal text-muted">
                  <Auto>{report.actor}</Auto>
                </span>
              )}
            </>
          ),
        },
        { label: t('columns.location'), value: <ReportPlace report={report} /> },
        // What nobody had to say is no gap in the account.
        ...(report.incidentDate === null
          ? []
          : [
              {
                label: t('happenedOn'),
                value: (
                  <time dateTime={report.incidentDate}>
                    {format.date(report.incidentDate, 'medium')}
                  </time>
                ),
              },
            ]),
        {
          label: t('filedOn'),
          value: (
            <time dateTime={report.createdAt}>
              {format.date(new Date(report.createdAt), 'medium')}
            </time>
          ),
        },
      ]}
    />
  )
}

// Loaded for staff only: other readers do not need it.
const DocumentText = lazy(async () => ({
  default: (await import('../../parts/evidence/document-text.tsx')).DocumentText,
}))
const StaffEvidence = lazy(async () => ({
  default: (await import('./staff-evidence.tsx')).StaffEvidence,
}))
const PublicCopyButton = lazy(async () => ({
  default: (await import('./public-copy/public-copy.tsx')).PublicCopyButton,
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
      <h2 id="evidence-list" className="text-xl headline">
        {t('items', { count: items.length })}
      </h2>
      <p className="mt-1 text-muted">{t('removed', { count: items.length })}</p>
      {viewable.some(({ warnings }) => isBlurredAtFirst(warnings)) && (
        <Notice tone="warning" title={t('graphicTitle')} className="mt-4 print:hidden">
          <p>{t('graphicText')}</p>
          <div className="mt-1 w-fit">
            <Switch label={t('showAll')} checked={allClear} onChange={setAllClear} />
          </div>
        </Notice>
      )}
      <ul
        className={cx(
          'mt-5 grid gap-5',
          items.length > 1 && 'sm:grid-cols-2',
          items.length > 2 && 'lg:grid-cols-3',
        )}
      >
        {items.map((item, place) => (
          <li key={item.id} className="flex">
            <EvidenceCard
              item={item}
              number={place + 1}
              alone={items.length === 1}
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
  default: (await import('../../parts/report/dialogue.tsx')).Dialogue,
}))

const HeldReport = lazy(async () => ({
  default: (await import('./held-report.tsx')).HeldReport,
}))

const PackageButton = lazy(async () => ({
  default: (await import('./staff-evidence.tsx')).PackageButton,
}))

/** `/reports/12` leads to the page of the report. */
export const ReportAddress = () => <Navigate to="evidence" relative="path" replace />

/** The evidence of one report, public. */
export const EvidencePage = () => <EvidenceIn Frame={PublicFrame} />

/** The same for staff at their desk, whose frame stays around it. */
export const DeskEvidencePage = () => <EvidenceIn Frame={DeskFrame} />

interface FrameProps {
  readonly title: string
  readonly lead?: ReactNode
  /** Undefined where there is no such report. */
  readonly id?: number
  readonly actions?: ReactNode
  readonly children?: ReactNode
}
interface InFrame {
  readonly Frame: ComponentType<FrameProps>
}

function PublicFrame({ actions, children, lead, title }: FrameProps) {
  const { t } = useTranslation('evidence')
  return (
    <SubPage
      title={title}
      back={{ to: '/reports', label: t('back') }}
      lead={lead}
      description={t('lead')}
      actions={actions}
    >
      {children}
    </SubPage>
  )
}

function DeskFrame({ actions, children, id, lead, title }: FrameProps) {
  const { t } = useTranslation('evidence')
  return (
    <StaffPage
      title={title}
      back={{
        to: id === undefined ? '../..' : '..',
        relative: 'path',
        label: id === undefined ? t('back') : t('backToReport', { id }),
      }}
      // A title of many words has the whole line: beside the buttons it would take three.
      lead={
        <div className="grid gap-2">
          {lead}
          {actions}
        </div>
      }
    >
      {children}
    </StaffPage>
  )
}

function EvidenceIn({ Frame }: InFrame) {
  const { id = '' } = useParams()
  // Only the number of a report is valid: no request is made for anything else.
  return /^[1-9]\d{0,14}$/.test(id) ? (
    <EvidenceOf id={Number(id)} Frame={Frame} />
  ) : (
    <NotFound lead="noId" Frame={Frame} />
  )
}

function EvidenceOf({ id, Frame }: InFrame & { readonly id: number }) {
  const { t } = useTranslation(['evidence', 'reports']) // both at once: a later load of the texts would suspend the page
  const staffRole = useStaffRole()
  const [search] = useSearchParams()
  // Staff ask the server for what the public gets, and see it by the same components.
  const as = staffRole !== undefined && search.get('as') === 'public' ? 'public' : undefined
  const role = as === undefined ? staffRole : undefined
  const query = useQuery(
    readQuery(['reports', 'evidence', id, as], listEvidence, { params: { id }, query: { as } }),
  )
  const about = useQuery({
    ...readQuery(['reports', 'facts', id, as], readReport, { params: { id }, query: { as } }),
    retry: false, // the evidence is shown without it
  })
  const title = useReportTitle(id, about.data)
  const { evidenceCount = 0, reportEvidences = [] } = about.data ?? {}
  const ownRecordings = evidenceCount - reportEvidences.length // more for its reporter alone
  if (query.error instanceof CallFailure && query.error.problem?.status === 404)
    return <Unread id={id} Frame={Frame} />
  return (
    <Frame
      title={title}
      lead={<Marks report={about.data} />}
      id={id}
      actions={
        role !== undefined && (
          <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
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
        )
      }
    >
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
      <Loaded query={query} failure={t('fetchFailed')} skeleton=<GallerySkeleton />>
        {(items) => (
          <div className="grid gap-8">
            <AboutReport report={about.data} first={items[0]} isLoading={about.isPending} />
            {role !== undefined && (
              <Suspense fallback={null}>
                <HeldReport id={id} />
                {about.data?.witness === true && <Dialogue reportId={id} />}
              </Suspense>
            )}
            {items.length === 0 ? (
              ownRecordings === 0 && (
                <EmptyState icon={<FolderOpen size={30} />} title={t('emptyTitle')}>
                  {t('emptyText')}
                </EmptyState>
              )
            ) : (
              <Gallery key={as} items={items} role={role} />
            )}
            {ownRecordings > 0 && (
              <Notice tone="info">{t('ownRecordings', { count: ownRecordings })}</Notice>
            )}
            <ReportReplies id={id} mayObject={role === undefined} />
          </div>
        )}
      </Loaded>
    </Frame>
  )
}

/** The violation and the number: what a reader quotes, and what tells two windows apart. */
function useReportTitle(id: number, report: Report | undefined): string {
  const { t } = useTranslation('evidence')
  const typeName = useReportType()
  return report === undefined
    ? t('title', { id })
    : t('titleOf', { id, violation: typeName(report) })
}

/** Has its height before the report is loaded, so that nothing below it jumps. */
const Marks = ({ report }: { readonly report: Report | undefined }) => (
  <span className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 *:mt-0">
    {report !== undefined && (
      <>
        <StatusBadge report={report} />
        <UnpublishedMark report={report} />
        <WitnessMark report={report} />
      </>
    )}
  </span>
)

/** Says why the reader gets no evidence: the report was rejected or is contested, or there is none that they may read. */
function Unread({ id, Frame }: InFrame & { readonly id: number }) {
  const { t } = useTranslation('evidence')
  const { data, isPending } = useQuery({
    ...readQuery(['reports', 'facts', id, undefined], readReport, { params: { id }, query: {} }),
    retry: false,
  })
  if (isPending)
    return (
      <Frame title={t('title', { id })}>
        <GallerySkeleton />
      </Frame>
    )
  if (data?.withheld.includes('contested') === true)
    return <Frame title={t('contested', { id })} lead={t('contestedLead')} />
  if (data?.status !== 'rejected') return <NotFound lead="notFoundLead" Frame={Frame} />
  return <Frame title={t('rejected', { id })} lead={t('rejectedLead')} />
}

function NotFound({ lead, Frame }: InFrame & { readonly lead: 'noId' | 'notFoundLead' }) {
  const { t } = useTranslation('evidence')
  return <Frame title={t('notFound')} lead={lead === 'noId' ? t('noId') : t('notFoundLead')} />
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
