import { useTranslation } from 'react-i18next'
import { changeIdleSettings, type Settings } from '#shared/contract/settings.ts'
import { IDLE_CHOICES } from '#shared/domain/people/member-status.ts'
import { periodText } from '../../i18n/period-text.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ask } from '../../platform/calls/api.ts'
import { SelectField } from '../../ui/field/text-field.tsx'
import { FoldedSection } from '../../ui/folded-section.tsx'
import { anchorOf } from './sections.ts'
import { ChangeFailure, LastChange } from './settings-parts.tsx'
import { useChange } from './use-settings.ts'

/** When members without a sign of life are asked whether they stay; off until an administrator says so. */
export function IdleSection({ idle }: { readonly idle: Settings['idle'] }) {
  const { t } = useTranslation(['staffSettings', 'terms'])
  const format = useFormat()
  const { change, dialog } = useChange(t('idle.title'))
  // A period of another client is shown as it is.
  const others =
    idle.days === null || IDLE_CHOICES.some((days) => days === idle.days) ? [] : [idle.days]
  const label = (days: number): string => periodText(t, format, days)
  const save = (value: string): void => {
    const days = value === '' ? null : Number(value)
    void change.run(() => ask(changeIdleSettings, { body: { revision: idle.revision, days } }))
  }
  return (
    <FoldedSection
      anchor={anchorOf('idle')}
      title={t('idle.title')}
      value={
        idle.days === null ? t('idle.notAsked') : t('idle.after', { period: label(idle.days) })
      }
      lead={t('idle.lead')}
    >
      <div className="grid max-w-2xl gap-4">
        <SelectField
          label={t('idle.label')}
          hint={t('idle.hint')}
          value={idle.days === null ? '' : String(idle.days)}
          disabled={change.busy}
          options={[
            { value: '', label: t('idle.off') },
            ...[...IDLE_CHOICES, ...others].map((days) => ({
              value: String(days),
              label: label(days),
            })),
          ]}
          onChange={({ target }) => save(target.value)}
        />
        <ChangeFailure failure={change.failure} />
        <LastChange {...idle} />
      </div>
      {dialog}
    </FoldedSection>
  )
}
