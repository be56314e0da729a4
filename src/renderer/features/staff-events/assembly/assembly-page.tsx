import { useQuery } from '@tanstack/react-query'
import { CalendarX, MonitorUp, Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { minutesCsv, readAssembly, type Assembly } from '#shared/contract/assembly.ts'
import { parisClock } from '#shared/domain/text/paris-time.ts'
import { DAY_MS } from '#shared/domain/units.ts'
import { useFormat, useLanguage } from '../../../i18n/use-format.ts'
import { voiceCountsQuery } from '../../../platform/calls/assembly-queries.ts'
import { CallFailure } from '../../../platform/calls/call-failure.ts'
import { eventQuery } from '../../../platform/calls/content-queries.ts'
import { readQuery } from '../../../platform/calls/read-query.ts'
import { fetchFile } from '../../../platform/files/fetch-file.ts'
import { LinkButton } from '../../../ui/button/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Loaded } from '../../../ui/loaded/loaded.tsx'
import { StaffPage } from '../../../ui/staff/toolbar.tsx'
import { useDashboard } from '../../../ui/staff/use-dashboard.ts'
import { DownloadButton } from '../../../ui/step-up/download-button.tsx'
import { AgendaSection } from './agenda-section.tsx'
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
        {({ assembly }) => {
          const parts =
            assembly === null ? [] : partsOf(id, assembly, { event: event.data, writes })
          const rulesPart = (
            <Section
              key="rules"
              title={t('rules.title')}
              lead={t(writes ? 'rules.lead' : 'rules.leadReading')}
            >
              {writes ? (
                <RulesForm eventId={id} assembly={assembly} begins={event.data?.startsAt} />
              ) : assembly === null ? (
                <Notice tone="info">{t('rules.none')}</Notice>
              ) : (
                <RulesRead assembly={assembly} />
              )}
            </Section>
          )
          return isNear(event.data) ? [...parts.toReversed(), rulesPart] : [rulesPart, ...parts]
        }}
      </Loaded>
    </StaffPage>
  )
}

/** From a day before, when the desk sees who comes: it checks in before the assembly begins. Afterwards it stays so. */
const isNear = (event: { readonly startsAt: string } | undefined): boolean =>
  event !== undefined && Date.parse(event.startsAt) - DAY_MS <= Date.now()

interface PartsContext {
  readonly event: { readonly startsAt: string } | undefined
  readonly writes: boolean
}

/** In the order of the work: what is prepared comes first, and what is counted last. */
function partsOf(eventId: string, assembly: Assembly, { event, writes }: PartsContext) {
  const voices = <Voices key="voices" eventId={eventId} />
  if (!writes) return [voices]
  return [
    <AgendaSection key="agenda" eventId={eventId} assembly={assembly} begins={event?.startsAt} />,
    event !== undefined && (
      <ConveneSection key="convene" eventId={eventId} assembly={assembly} begins={event.startsAt} />
    ),
    <Lists key="lists" eventId={eventId} />,
    assembly.proxiesPerHolder > 0 && <PapersSection key="papers" eventId={eventId} />,
    voices,
  ]
}

/** The figures of the screen, for the desk. */
function Voices({ eventId }: { readonly eventId: string }) {
  const { t } = useTranslation('assembly')
  const format = useFormat()
  const language = useLanguage()
  const query = useQuery(voiceCountsQuery(eventId))
  return (
    <Section title={t('staff.voices')}>
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
    <Section title={t('lists.title')} lead={t('lists.lead')}>
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
