import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { Button } from '../../ui/button/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { STATUS_KEYS } from '../report/status-badge.tsx'
import {
  type Choices,
  EDIT_FIELDS,
  type EditField,
  type EditForm,
  type Side,
  withChoices,
} from './edit-form.ts'

interface ConflictChoiceProps {
  readonly mine: EditForm
  readonly theirs: EditForm
  readonly proposal: Choices
  readonly onChosen: (form: EditForm) => void
}

/** Two members of staff edited one report: both versions side by side, and a choice for each field that differs. */
export function ConflictChoice({ mine, theirs, proposal, onChosen }: ConflictChoiceProps) {
  const { t } = useTranslation('reportWrite')
  const [choices, setChoices] = useState(proposal)
  return (
    <form
      aria-label={t('conflict.title')}
      onSubmit={(event) => {
        event.preventDefault()
        onChosen(withChoices(mine, theirs, choices))
      }}
      className="grid grid-cols-1 gap-5"
    >
      <Notice tone="warning" title={t('conflict.title')}>
        {t('conflict.text')}
      </Notice>
      {EDIT_FIELDS.filter((field) => proposal[field] !== undefined).map((field) => (
        <FieldChoice
          key={field}
          field={field}
          mine={mine}
          theirs={theirs}
          side={choices[field] ?? 'mine'}
          onSide={(side) => setChoices({ ...choices, [field]: side })}
        />
      ))}
      <div className="flex justify-end">
        <Button type="submit">{t('conflict.save')}</Button>
      </div>
    </form>
  )
}

interface FieldChoiceProps {
  readonly field: EditField
  readonly mine: EditForm
  readonly theirs: EditForm
  readonly side: Side
  readonly onSide: (side: Side) => void
}

function FieldChoice({ field, mine, theirs, side, onSide }: FieldChoiceProps) {
  const { t } = useTranslation('reportWrite')
  const name = useId()
  const shown = useShownValue()
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">{t(`field.${field}`)}</legend>
      <div className="mt-2 grid gap-2 sm:grid-cols-2">
        {(
          [
            ['mine', mine],
            ['theirs', theirs],
          ] as const
        ).map(([which, form]) => (
          // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the version and its text stand in it, as words of a table
          <label
            key={which}
            className={cx(
              'flex min-h-11 cursor-pointer items-start gap-3 rounded-md border p-3',
              side === which ? 'border-brand bg-brand-soft' : 'border-line-strong bg-surface',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={side === which}
              onChange={() => onSide(which)}
              className="mt-1 size-5 shrink-0 accent-brand"
            />
            <span className="min-w-0">
              <span className="block text-sm text-muted">{t(`conflict.${which}`)}</span>
              <span dir="auto" className="block wrap-anywhere whitespace-pre-line">
                {shown(field, form)}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function useShownValue(): (field: EditField, form: EditForm) => string {
  const { t } = useTranslation(['reportWrite', 'reports'])
  const format = useFormat()
  return (field, form) => {
    const value = form[field]
    if (typeof value === 'boolean') return t(value ? 'conflict.yes' : 'conflict.no')
    if (value.trim() === '') return t('conflict.nothing')
    if (field === 'country') return format.country(value)
    if (field === 'status') return t(`reports:status.${STATUS_KEYS[form.status]}`)
    return field === 'placeDetail' ? t(`place.${form.placeDetail}`) : value
  }
}
