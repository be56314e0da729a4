import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { InvitationsSection } from './invitations-section.tsx'
import { PaymentSection } from './payment-section.tsx'
import { RetentionSection } from './retention-section.tsx'
import { settingsQuery, useChange } from './use-settings.ts'
import { useState } from 'react'
import {
  changeReportSettings,
  REPORT_MODES,
  type ReportMode,
  type Settings,
} from '#shared/contract/settings.ts'
import { ask } from '../../platform/calls/api.ts'
import { Button } from '../../ui/button/button.tsx'
import { ChoiceCards } from '../../ui/field/choice-cards.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { HeldReports } from './held-reports.tsx'
import { ChangeFailure, LastChange } from './settings-parts.tsx'

function ReportsSection({ reports }: { readonly reports: Settings['reports'] }) {
  const { t } = useTranslation('staffSettings')
  const [chosen, setChosen] = useState<ReportMode>()
  const mode = chosen ?? reports.mode
  const { change, dialog } = useChange(t('reports.title'))
  const save = async (): Promise<void> => {
    const body = { revision: reports.revision, mode }
    const saved = await change.run(() => ask(changeReportSettings, { body }))
    if (saved?.value !== undefined) setChosen(undefined)
  }
  return (
    <Section title={t('reports.title')} lead={t('reports.lead')}>
      <div className="grid gap-4">
        <ChoiceCards
          legend={t('reports.legend')}
          columns={2}
          value={mode}
          onChange={setChosen}
          options={REPORT_MODES.map((value) => ({
            value,
            label: t(`reports.modes.${value}.label`),
            hint: t(`reports.modes.${value}.hint`),
          }))}
        />
        {mode !== reports.mode && (
          <p className="text-sm text-muted">{t(`reports.change.${mode}`)}</p>
        )}
        <ChangeFailure failure={change.failure} />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <LastChange {...reports} />
          {mode !== reports.mode && (
            <Button busy={change.busy} onClick={() => void save()}>
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

/** What holds for the whole association. The person's own settings are another page. */
export function StaffSettingsPage() {
  const { t } = useTranslation(['staffSettings', 'reports']) // the parts below use both: fetched one by one they would take the page away
  const query = useQuery(settingsQuery)
  return (
    <StaffPage title={t('title')} lead={t('lead')}>
      <Loaded query={query} failure={t('failed')} skeleton={<Waiting />}>
        {({ reports, invitations, payment, retention }) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <ReportsSection reports={reports} />
            <InvitationsSection invitations={invitations} />
            <PaymentSection payment={payment} />
            <RetentionSection retention={retention} />
          </div>
        )}
      </Loaded>
    </StaffPage>
  )
}

const Waiting = () => (
  <div className="grid gap-6">
    {[1, 2, 3, 4].map((part) => (
      <Skeleton key={part} className="h-56" />
    ))}
  </div>
)
