import { useQuery } from '@tanstack/react-query'
import { CalendarX, MonitorUp, Printer } from 'lucide-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { minutesCsv, readAssembly, type Assembly } from '#shared/contract/assembly.ts'
import { parisClock } from '#shared/domain/text/paris-time.ts'
import { DAY_MS } from '#shared/domain/units.ts'
import { useFormat, useLanguage } from '../../../i18n/use-format.ts'
import { voiceCountsQuery } from '../../../platform/calls/assembly-queries.ts'
import { CallFailure } from '../../../platform/calls/call-failure.ts'
import { type EventItem, eventQuery } from '../../../platform/calls/content-queries.ts'
import { readQuery } from '../../../platform/calls/read-query.ts'
import { fetchFile } from '../../../platform/files/fetch-file.ts'
import { LinkButton } from '../../../ui/button/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Loaded } from '../../../ui/loaded/loaded.tsx'
import { ListedSections } from '../../../ui/section-list.tsx'
import { StaffPage } from '../../../ui/staff/toolbar.tsx'
import { useDashboard } from '../../../ui/staff/use-dashboard.ts'
import { DownloadButton } from '../../../ui/step-up/download-button.tsx'
import { AgendaSection } from './agenda-section.tsx'
import { ANCHORS } from './anchors.ts'
import { ConveneSection } from './convene-section.tsx'
import { PapersSection } from './papers-section.tsx'
import { RulesForm } from './rules-form.tsx'

const assemblyKey = (id: string) => ['assembly', id, 'rules']

/** The rules of an assembly, its voices, its screen and its lists. */
export function AssemblyPage() {
  const { t } = useTranslation(['assembly', 'photo']) // the sections below use both: fetched later they would take the page away
  const { id = '' } = useParams()
  const language = useLanguage()
  const { base, manages: writes } = useDashboard()
  const event = useQuery(eventQuery(id))
  const rules = useQuery({
    ...readQuery(assemblyKey(id), readAssembly, { params: { id } }),
    staleTime: 0,
  })
  const status = rules.error instanceof CallFailure ? rules.error.problem?.status : undefined
  if (status === 404 || status === 422)
    return (
      <StaffPage title={t('staff.title')}>
        <EmptyState icon={<CalendarX size={30} />} title={t('staff.unknown')}>
          <LinkButton to={`${base}/events`}>{t('staff.allEvents')}</LinkButton>
        </EmptyState>
      </StaffPage>
    )
  return (
    <StaffPage
      title={event.data?.content[language].title ?? t('staff.title')}
      back={{ to: `${base}/events/${id}`, label: t('staff.back') }}
      end={
        rules.data?.assembly != null && (
          <LinkButton
            to={`/events/${id}/assembly`}
            icon={<MonitorUp aria-hidden="true" size={20} />}
          >
            {t('staff.screen')}
          </LinkButton>
        )
      }
    >
      <Loaded query={rules} failure={t('staff.failed')} skeleton={<Skeleton className="h-96" />}>
        {({ assembly }) => (
          <Parts eventId={id} assembly={assembly} event={event.data} writes={writes} />
        )}
      </Loaded>
    </StaffPage>
  )
}

/** From a day before, when the desk sees who comes: it checks in before the assembly begins. Afterwards it stays so. */
const isNear = (event: { readonly startsAt: string } | undefined): boolean =>
  event !== undefined && Date.parse(event.startsAt) - DAY_MS <= Date.now()

const isOver = (event: { readonly endsAt: string } | undefined): boolean =>
  event !== undefined && Date.parse(event.endsAt) <= Date.now()

interface PartsProps {
  readonly eventId: string
  readonly assembly: Assembly | null
  readonly event: EventItem | undefined
  readonly writes: boolean
}

const COLUMN = 'grid grid-cols-[minmax(0,1fr)] content-start gap-4'

/** In the order of the work: what is prepared, and what is done on the day. What is next comes first. */
function Parts({ eventId, assembly, event, writes }: PartsProps) {
  const { t } = useTranslation('assembly')
  const rules = <Rules eventId={eventId} assembly={assembly} event={event} writes={writes} />
  const voices = <Voices eventId={eventId} />
  if (assembly === null) return <div className="max-w-4xl">{rules}</div>
  const near = isNear(event)
  if (!writes)
    return (
      <div className={cx(COLUMN, 'max-w-4xl')}>
        {near && voices}
        {rules}
        {!near && voices}
      </div>
    )
  const hasPapers = assembly.proxiesPerHolder > 0
  const papers = hasPapers && (
    <PapersSection key="papers" eventId={eventId} isOver={isOver(event)} />
  )
  const agenda = (
    <AgendaSection key="agenda" eventId={eventId} assembly={assembly} begins={event?.startsAt} />
  )
  const convene = event !== undefined && (
    <ConveneSection key="convene" eventId={eventId} assembly={assembly} begins={event.startsAt} />
  )
  const prepared = [<Fragment key="rules">{rules}</Fragment>, agenda, convene]
  const onTheDay = [
    <div key="lists" className="print:hidden">
      <Lists eventId={eventId} />
    </div>,
    papers,
    <Fragment key="voices">{voices}</Fragment>,
  ]
  const names = [
    { anchor: ANCHORS.rules, title: t('rules.title') },
    { anchor: ANCHORS.agenda, title: t('agenda.title') },
    { anchor: ANCHORS.convene, title: t('convene.title') },
    { anchor: ANCHORS.lists, title: t('lists.title') },
    ...(hasPapers ? [{ anchor: ANCHORS.papers, title: t('papers.title') }] : []),
    { anchor: ANCHORS.voices, title: t('staff.voices') },
  ]
  return (
    <ListedSections title={t('staff.sections')} sections={near ? names.toReversed() : names}>
      {/* One column of a width that is read well; two where the window has room for both. */}
      <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] items-start gap-4 @min-[78rem]:max-w-none @min-[78rem]:grid-cols-2">
        <div className={COLUMN}>{near ? onTheDay.toReversed() : prepared}</div>
        <div className={COLUMN}>{near ? prepared.toReversed() : onTheDay}</div>
      </div>
    </ListedSections>
  )
}

function Rules({ eventId, assembly, event, writes }: PartsProps) {
  const { t } = useTranslation('assembly')
  // The server takes the first rules until the event is over.
  const isMissed = assembly === null && isOver(event)
  return (
    <Section
      anchor={ANCHORS.rules}
      title={t('rules.title')}
      lead={isMissed ? undefined : t(writes ? 'rules.lead' : 'rules.leadReading')}
    >
      {isMissed ? (
        <Notice tone="info">{t('rules.over')}</Notice>
      ) : writes ? (
        <RulesForm eventId={eventId} assembly={assembly} begins={event?.startsAt} />
      ) : assembly === null ? (
        <Notice tone="info">{t('rules.none')}</Notice>
      ) : (
        <RulesRead assembly={assembly} />
      )}
    </Section>
  )
}

/** The figures of the screen, for the desk. */
function Voices({ eventId }: { readonly eventId: string }) {
  const { t } = useTranslation('assembly')
  const format = useFormat()
  const language = useLanguage()
  const query = useQuery(voiceCountsQuery(eventId))
  return (
    <Section anchor={ANCHORS.voices} title={t('staff.voices')}>
      <Loaded query={query} failure={t('screen.failed')} skeleton={<Skeleton className="h-24" />}>
        {({ present, represented, total, needed, missing, entitled, at }) => (
          <div className="grid gap-3">
            <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
              {[
                [t('screen.present'), present],
                [t('screen.represented'), represented],
                [t('screen.total'), total],
                [t('screen.needed'), needed],
              ].map(([name, value]) => (
                <div
                  key={name}
                  className="flex flex-col-reverse justify-end border-s-2 border-line ps-3"
                >
                  <dt className="text-sm text-muted">{name}</dt>
                  <dd className="text-3xl headline tabular-nums">{format.number(Number(value))}</dd>
                </div>
              ))}
            </dl>
            <p className="font-semibold">
              {missing === 0 ? t('screen.reached') : t('screen.missing', { count: missing })}
            </p>
            <p
              className={query.isError ? 'text-sm font-semibold text-danger' : 'text-sm text-muted'}
            >
              {t('staff.entitled', { count: entitled })}{' '}
              {t(query.isError ? 'screen.stale' : 'screen.asOf', {
                time: parisClock(at, language),
              })}
            </p>
          </div>
        )}
      </Loaded>
    </Section>
  )
}

function Lists({ eventId }: { readonly eventId: string }) {
  const { t } = useTranslation('assembly')
  const language = useLanguage()
  const { base } = useDashboard()
  return (
    <Section anchor={ANCHORS.lists} title={t('lists.title')} lead={t('lists.lead')}>
      <div className="flex flex-wrap gap-2">
        <LinkButton
          variant="secondary"
          to={`${base}/events/${eventId}/assembly/signatures`}
          icon={<Printer aria-hidden="true" size={18} />}
        >
          {t('lists.signatures')}
        </LinkButton>
        <LinkButton
          variant="secondary"
          to={`${base}/events/${eventId}/assembly/minutes`}
          icon={<Printer aria-hidden="true" size={18} />}
        >
          {t('minutes.open')}
        </LinkButton>
        <DownloadButton
          label={t('lists.minutes')}
          why={t('lists.why')}
          doneText={t('lists.done')}
          truncatedText={t('lists.done')}
          load={() => fetchFile(minutesCsv, { params: { id: eventId }, query: { language } })}
        />
      </div>
    </Section>
  )
}

function RulesRead({ assembly }: { readonly assembly: Assembly }) {
  const { t } = useTranslation(['assembly', 'common'])
  const format = useFormat()
  const { memberBy, roles, quorum, proxiesPerHolder } = assembly
  const rows = [
    [
      t('assembly:rules.memberBy'),
      memberBy === null ? t('assembly:rules.anyDay') : format.date(memberBy),
    ],
    [t('assembly:rules.roles'), format.list(roles.map((role) => t(`common:roles.${role}`)))],
    [
      t('assembly:rules.quorum'),
      quorum.kind === 'share'
        ? t('assembly:rules.shareOf', { share: format.number(quorum.value) })
        : t('assembly:rules.voices', { count: quorum.value }),
    ],
    [t('assembly:rules.proxies'), format.number(proxiesPerHolder)],
  ]
  return (
    <dl className="grid gap-3">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
