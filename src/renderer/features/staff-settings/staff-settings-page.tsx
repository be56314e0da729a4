import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { publishReport, listReports, type Report } from '#shared/contract/reports.ts'
import {
  changeConsentSettings,
  changeReportSettings,
  changeWitnessSettings,
  REPORT_MODES,
  type ReportMode,
  type Settings,
} from '#shared/contract/settings.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ask } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { problemText } from '../../ui/call/form-problems.ts'
import { useCall } from '../../ui/call/use-call.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { ChoiceCards } from '../../ui/field/choice-cards.tsx'
import { focusFault } from '../../ui/field/focus-fault.ts'
import { FoldedSection } from '../../ui/folded-section.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { useReportType } from '../../ui/use-report-type.ts'
import { AdoptionSection } from './adoption-section.tsx'
import { AssociationSection } from './association-section.tsx'
import { HoldsSection } from './holds-section.tsx'
import { IdleSection } from './idle-section.tsx'
import { InvitationsSection } from './invitations-section.tsx'
import { PaymentSection } from './payment-section.tsx'
import { ReceiptsSection } from './receipts-section.tsx'
import { RetentionSection } from './retention-section.tsx'
import { SettingsSections } from './section-list.tsx'
import { anchorOf } from './sections.ts'
import { ChangeFailure, LastChange, SwitchSetting } from './settings-parts.tsx'
import { settingsQuery, useChange } from './use-settings.ts'

const NAME_CHOICES = ['withheld', 'shown'] as const
type NameChoice = (typeof NAME_CHOICES)[number]

function ReportsSection({ reports }: { readonly reports: Settings['reports'] }) {
  const { t } = useTranslation('staffSettings')
  const [chosen, setChosen] = useState<{
    readonly mode?: ReportMode
    readonly names?: NameChoice
  }>({})
  // Until somebody has decided, nothing is chosen in advance: the choice is the association's.
  const isDecided = reports.revision > 0
  const stored = {
    mode: reports.mode,
    names: reports.withholdNames ? 'withheld' : 'shown',
  } as const
  const { mode, names } = isDecided ? { ...stored, ...chosen } : chosen
  const isNew = !isDecided || mode !== stored.mode || names !== stored.names
  const { change, dialog } = useChange(t('reports.title'))
  const [asked, setAsked] = useState(false)
  const choices = useRef<HTMLDivElement>(null)
  const unanswered = (answer: unknown): string | undefined =>
    asked && answer === undefined ? t('reports.unanswered') : undefined
  const save = async (): Promise<void> => {
    if (mode === undefined || names === undefined) {
      setAsked(true)
      return focusFault(choices.current)
    }
    const body = { revision: reports.revision, mode, withholdNames: names === 'withheld' }
    const saved = await change.run(() => ask(changeReportSettings, { body }))
    if (saved?.value !== undefined) setChosen({})
  }
  return (
    <Section anchor={anchorOf('reports')} title={t('reports.title')} lead={t('reports.lead')}>
      <div ref={choices} className="grid gap-4">
        {!isDecided && (
          <Notice tone="warning" title={t('reports.decide.title')}>
            {t('reports.decide.text')}
          </Notice>
        )}
        <ChoiceCards
          legend={t('reports.legend')}
          columns={2}
          value={mode}
          error={unanswered(mode)}
          onChange={(value) => setChosen({ ...chosen, mode: value })}
          options={REPORT_MODES.map((value) => ({
            value,
            label: t(`reports.modes.${value}.label`),
            hint: t(`reports.modes.${value}.hint`),
          }))}
        />
        {isDecided && mode !== undefined && mode !== stored.mode && (
          <p className="text-sm text-muted">{t(`reports.change.${mode}`)}</p>
        )}
        <ChoiceCards
          legend={t('reports.names.legend')}
          columns={2}
          value={names}
          error={unanswered(names)}
          onChange={(value) => setChosen({ ...chosen, names: value })}
          options={NAME_CHOICES.map((value) => ({
            value,
            label: t(`reports.names.${value}.label`),
            hint: t(`reports.names.${value}.hint`),
          }))}
        />
        {isDecided && names !== undefined && names !== stored.names && (
          <p className="text-sm text-muted">{t(`reports.namesChange.${names}`)}</p>
        )}
        <ChangeFailure failure={change.failure} />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <LastChange {...reports} />
          {isNew && (
            <Button busy={change.busy} onClick={() => void save()} className="ms-auto">
              {t('save')}
            </Button>
          )}
        </div>
        {reports.held > 0 && <HeldReports count={reports.held} />}
      </div>
      {dialog}
    </Section>
  )
}

/** Whether reports without an account are taken. */
function WitnessSection({ witness }: { readonly witness: Settings['witness'] }) {
  const { t } = useTranslation('staffSettings')
  return (
    <FoldedSection
      anchor={anchorOf('witness')}
      title={t('witness.title')}
      value={t(witness.open ? 'witness.isOpen' : 'witness.isClosed')}
      lead={t('witness.lead')}
    >
      <div className="grid gap-4">
        <SwitchSetting
          title={t('witness.title')}
          label={t('witness.open')}
          hint={t('witness.openHint')}
          checked={witness.open}
          lastChange={witness}
          send={(open) =>
            ask(changeWitnessSettings, { body: { revision: witness.revision, open } })
          }
        />
      </div>
    </FoldedSection>
  )
}

/** Whether dangerous acts wait for a second administrator. */
function ConsentsSection({
  consents,
  waits,
}: {
  readonly consents: Settings['consents']
  readonly waits: boolean
}) {
  const { t } = useTranslation('staffSettings')
  return (
    <FoldedSection
      anchor={anchorOf('consents')}
      title={t('consents.title')}
      value={t(consents.required ? 'consents.isOn' : 'consents.isOff')}
      open={waits}
      lead={t('consents.lead')}
    >
      <div className="grid gap-4">
        <SwitchSetting
          title={t('consents.title')}
          label={t('consents.required')}
          hint={t('consents.requiredHint')}
          checked={consents.required}
          lastChange={consents}
          send={(required) =>
            ask(changeConsentSettings, { body: { revision: consents.revision, required } })
          }
        >
          {waits && <Notice tone="info">{t('consents.waits')}</Notice>}
        </SwitchSetting>
      </div>
    </FoldedSection>
  )
}

/** What holds for the whole association. The person's own settings are another page. */
export function StaffSettingsPage() {
  const { t } = useTranslation(['staffSettings', 'reports', 'association', 'taxReceipts']) // the parts below use both: fetched one by one they would take the page away
  const query = useQuery(settingsQuery)
  return (
    <StaffPage title={t('title')} lead={t('lead')}>
      <Loaded query={query} failure={t('failed')} skeleton={<SectionSkeleton />}>
        {({
          association,
          adoption,
          reports,
          invitations,
          payment,
          receipts,
          retention,
          idle,
          consents,
          witness,
          waiting,
        }) => (
          <SettingsSections>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              <AssociationSection association={association} />
              <AdoptionSection adoption={adoption} />
              <ReportsSection reports={reports} />
              <InvitationsSection invitations={invitations} />
              <PaymentSection payment={payment} waits={waiting.includes('payment')} />
              <ReceiptsSection receipts={receipts} />
              <WitnessSection witness={witness} />
              <ConsentsSection consents={consents} waits={waiting.includes('consents')} />
              <RetentionSection retention={retention} />
              <IdleSection idle={idle} />
              <HoldsSection />
            </div>
          </SettingsSections>
        )}
      </Loaded>
    </StaffPage>
  )
}

const SectionSkeleton = () => (
  <div className="grid gap-6">
    {[1, 2, 3, 4, 5, 6].map((part) => (
      <Skeleton key={part} className="h-56" />
    ))}
  </div>
)

const SHOWN = 20
const HELD = ['reports', 'held'] as const

async function readHeld(signal: AbortSignal): Promise<readonly Report[]> {
  const reply = await ask(
    listReports,
    { query: { page: 1, size: SHOWN, held: 'yes', sort: 'createdAt' } },
    { signal },
  )
  return 'items' in reply ? reply.items : reply
}

/** Reports that only staff can read yet, the oldest first. */
function HeldReports({ count }: { readonly count: number }) {
  const { t } = useTranslation('staffSettings')
  const query = useQuery({ queryKey: [...HELD, count], queryFn: ({ signal }) => readHeld(signal) })
  return (
    <section aria-labelledby="held-reports" className="border-t border-line pt-4">
      <h3 id="held-reports" className="text-lg font-semibold">
        {t('held.title', { count })}
      </h3>
      <p className="max-w-2xl text-muted">{t('held.text')}</p>
      <Loaded
        query={query}
        failure={t('held.failed')}
        skeleton={<Skeleton className="mt-3 h-24" />}
      >
        {(reports) => (
          <ul className="mt-3 divide-y divide-line border-y border-line">
            {reports.map((report) => (
              <HeldReport key={report.id} report={report} />
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}

function HeldReport({ report }: { readonly report: Report }) {
  const { t } = useTranslation(['staffSettings', 'problems'])
  const format = useFormat()
  const typeName = useReportType()
  const publish = useCall(
    async () => {
      try {
        const body = { version: report.version }
        await ask(publishReport, { params: { id: report.id }, body })
        toast.success(t('held.done', { id: report.id }))
      } finally {
        await Promise.all([
          queryClient.invalidateQueries({ queryKey: ['reports'] }),
          queryClient.invalidateQueries(settingsQuery),
        ])
      }
    },
    (failure) => toast.error(problemText(t, failure)),
  )
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 grow basis-64">
        <p className="font-semibold">
          <Link to={`/reports/${report.id}/evidence`} className="text-brand underline">
            <Ltr>#{report.id}</Ltr> <Auto>{typeName(report)}</Auto>
          </Link>
        </p>
        <p className="text-sm text-muted">
          <Auto>{report.city}</Auto> · {format.date(report.createdAt, 'medium')}
        </p>
        <p className="line-clamp-2">
          <Auto>{report.description}</Auto>
        </p>
      </div>
      <Button
        variant="secondary"
        busy={publish.busy}
        aria-label={t('held.publishOne', { id: report.id })}
        onClick={() => void publish.run()}
      >
        {t('held.publish')}
      </Button>
    </li>
  )
}
