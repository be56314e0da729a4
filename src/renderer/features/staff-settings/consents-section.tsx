import { useTranslation } from 'react-i18next'
import { changeConsentSettings, type Settings } from '#shared/contract/settings.ts'
import { ask } from '../../platform/calls/api.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Switch } from '../../ui/field/switch.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { ChangeFailure, LastChange } from './settings-parts.tsx'
import { useChange } from './use-settings.ts'

/** Whether dangerous acts wait for a second administrator. */
export function ConsentsSection({
  consents,
  waits,
}: {
  readonly consents: Settings['consents']
  readonly waits: boolean
}) {
  const { t } = useTranslation('staffSettings')
  const { change, dialog } = useChange(t('consents.title'))
  return (
    <Section title={t('consents.title')} lead={t('consents.lead')}>
      <div className="grid gap-4">
        <Switch
          label={t('consents.required')}
          hint={t('consents.requiredHint')}
          checked={consents.required}
          busy={change.busy}
          onChange={(required) =>
            void change.run(() =>
              ask(changeConsentSettings, { body: { revision: consents.revision, required } }),
            )
          }
        />
        {waits && <Notice tone="info">{t('consents.waits')}</Notice>}
        <ChangeFailure failure={change.failure} />
        <LastChange {...consents} />
      </div>
      {dialog}
    </Section>
  )
}
