import { useTranslation } from 'react-i18next'
import { changeWitnessSettings, type Settings } from '#shared/contract/settings.ts'
import { ask } from '../../platform/calls/api.ts'
import { Switch } from '../../ui/field/switch.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { ChangeFailure, LastChange } from './settings-parts.tsx'
import { useChange } from './use-settings.ts'

/** Whether reports without an account are taken. */
export function WitnessSection({ witness }: { readonly witness: Settings['witness'] }) {
  const { t } = useTranslation('staffSettings')
  const { change, dialog } = useChange(t('witness.title'))
  return (
    <Section title={t('witness.title')} lead={t('witness.lead')}>
      <div className="grid gap-4">
        <Switch
          label={t('witness.open')}
          hint={t('witness.openHint')}
          checked={witness.open}
          busy={change.busy}
          onChange={(open) =>
            void change.run(() =>
              ask(changeWitnessSettings, { body: { revision: witness.revision, open } }),
            )
          }
        />
        <ChangeFailure failure={change.failure} />
        <LastChange {...witness} />
      </div>
      {dialog}
    </Section>
  )
}
