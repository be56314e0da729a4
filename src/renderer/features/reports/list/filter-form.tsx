import { FilterX, ListFilter } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { TextField } from '../../../ui/field/text-field.tsx'
import { usePausedText } from '../../../ui/feedback/use-paused-text.ts'
import {
  FILTER_KEYS,
  type FilterKey,
  type Filters,
  isFiltered,
  isReversed,
} from './report-filters.ts'

interface FilterFormProps {
  readonly filters: Filters
  readonly onChange: (change: Partial<Filters>) => void
  readonly onClear: () => void
}

/** Long enough to type the next letter, short enough not to be noticed. */
const PAUSE_MS = 350

export function FilterForm({ filters, onChange, onClear }: FilterFormProps) {
  const { t } = useTranslation('reports')
  const [open, setOpen] = useState(false)
  const [cleared, setCleared] = useState(0)
  const first = useRef<HTMLInputElement>(null)
  const inUse = FILTER_KEYS.filter((key) => filters[key] !== '').length
  const clear = (): void => {
    setCleared(cleared + 1) // typed text that is not yet applied is cleared too
    onClear()
    requestAnimationFrame(() => first.current?.focus()) // the fields are rendered again
  }
  const field = (key: FilterKey) => ({
    name: key,
    label: t(`filters.${key}`),
    value: filters[key],
    onChange: (value: string) => onChange({ [key]: value }),
  })
  return (
    <search aria-label={t('filters.label')} className="rounded-lg border border-line bg-surface">
      {/* Folded on a phone by CSS alone: the page is rendered at the build, and must not jump when the script knows
         the width. */}
      <Button
        variant="quiet"
        className="min-h-14 w-full justify-start min-[700px]:hidden"
        icon={<ListFilter aria-hidden="true" size={20} />}
        aria-expanded={open}
        aria-controls="report-filters"
        onClick={() => setOpen(!open)}
      >
        {inUse === 0 ? t('filters.label') : t('filters.inUse', { count: inUse })}
      </Button>
      <form
        id="report-filters"
        onSubmit={(event) => event.preventDefault()}
        className={cx(
          'p-4 max-[699px]:border-t max-[699px]:border-line',
          !open && 'max-[699px]:hidden',
        )}
      >
        <div key={cleared} className="grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
          <PausedField {...field('id')} inputRef={first} inputMode="numeric" maxLength={20} />
          <PausedField
            {...field('from')}
            type="date"
            {...(isReversed(filters) && { error: t('filters.reversed') })}
          />
          <PausedField {...field('to')} type="date" />
          <PausedField {...field('type')} maxLength={120} />
          <PausedField {...field('actor')} maxLength={120} />
          <PausedField {...field('victim')} maxLength={120} />
        </div>
        <Button
          variant="secondary"
          className="mt-4"
          disabled={!isFiltered(filters)}
          icon={<FilterX aria-hidden="true" size={18} />}
          onClick={clear}
        >
          {t('filters.clear')}
        </Button>
      </form>
    </search>
  )
}

interface PausedFieldProps {
  readonly name: FilterKey
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly type?: 'date'
  readonly error?: string
  readonly maxLength?: number
  readonly inputMode?: 'numeric'
  readonly inputRef?: React.Ref<HTMLInputElement>
}

/** Passes on typed text after a pause, at once on blur; follows the address when the user goes back. */
function PausedField({ value, onChange, inputRef, type, ...rest }: PausedFieldProps) {
  const text = usePausedText(value, onChange, type === 'date' ? 0 : PAUSE_MS)
  return (
    <TextField
      {...rest}
      type={type ?? 'search'}
      ref={inputRef}
      autoComplete="off"
      dir={type === 'date' ? undefined : 'auto'}
      value={text.typed}
      onChange={({ target }) => text.type(target.value)}
      onBlur={() => text.passOn(text.typed)}
    />
  )
}
