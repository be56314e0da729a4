import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  changeReportSettings,
  REPORT_MODES,
  type ReportMode,
  type Settings,
} from '#shared/contract/settings.ts'
import { ask } from '../../platform/api.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { Section } from '../../ui/section.tsx'
import { HeldReports } from './held-reports.tsx'
import { ChangeFailure, LastChange } from './settings-parts.tsx'
import { useChange } from './use-settings.ts'

export function ReportsSection({ reports }: { readonly reports: Settings['reports'] }) {
  const { t } = useTranslation('staffSettings')
  const [chosen, setChosen] = useState<ReportMode>()
  const mode = chosen ?? reports.mode
  const { change, dialog } = useChange(t('reports.title'))
  const save = (): void =>
    change.mutate(() => ask(changeReportSettings, { body: { revision: reports.revision, mode } }), {
      onSuccess: ({ kind }) => kind === 'done' && setChosen(undefined),
    })
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
        <ChangeFailure error={change.error} />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <LastChange {...reports} />
          {mode !== reports.mode && (
            <Button busy={change.isPending} onClick={save}>
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
