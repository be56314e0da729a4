import { useTranslation } from 'react-i18next'
import { CONTENT_WARNINGS, type ContentWarning } from '#shared/domain/report/public-copy-rules.ts'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { ChoiceCards } from '../../../ui/field/choice-cards.tsx'

export type Warnings = readonly ContentWarning[] | null
type Choice = 'unseen' | 'none' | 'some'
const choiceOf = (warnings: Warnings): Choice =>
  warnings === null ? 'unseen' : warnings.length === 0 ? 'none' : 'some'

interface WarningsChoiceProps {
  readonly value: Warnings
  readonly onChange: (value: Warnings) => void
}

/** Whether a piece is blurred at first, and what its reader is warned of. */
export function WarningsChoice({ value, onChange }: WarningsChoiceProps) {
  const { t } = useTranslation(['reportWrite', 'evidence'])
  const choice = choiceOf(value)
  const first: Readonly<Record<Choice, Warnings>> = { unseen: null, none: [], some: ['violence'] }
  return (
    <div className="grid gap-2">
      <ChoiceCards
        legend={t('publicCopy.warnings')}
        columns={3}
        value={choice}
        onChange={(next) => next !== choice && onChange(first[next])}
        options={(['unseen', 'none', 'some'] as const).map((option) => ({
          value: option,
          label: t(`publicCopy.warn.${option}`),
          hint: t(`publicCopy.warn.${option}Hint`),
        }))}
      />
      {choice === 'some' && (
        <fieldset className="flex flex-wrap gap-x-6">
          <legend className="sr-only">{t('publicCopy.warn.some')}</legend>
          {CONTENT_WARNINGS.map((warning) => (
            <Checkbox
              key={warning}
              label={t(`evidence:warning.${warning}`)}
              checked={value?.includes(warning) ?? false}
              onChange={({ target: { checked } }) =>
                onChange(
                  CONTENT_WARNINGS.filter((one) =>
                    one === warning ? checked : value?.includes(one),
                  ),
                )
              }
            />
          ))}
        </fieldset>
      )}
    </div>
  )
}
