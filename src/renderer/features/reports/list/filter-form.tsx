import { FilterX, ListFilter } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/button.tsx'
import { usePausedText } from '../../../ui/feedback/use-paused-text.ts'
import { TextField } from '../../../ui/field/text-field.tsx'
import type { ListFilters } from '../../../ui/staff/filters/use-address-filters.ts'
import { type FilterKey, type Filters, isReversed } from '../report-filters.ts'

/** Long enough to type the next letter, short enough not to be noticed. */
const PAUSE_MS = 350

export function FilterForm({ filters }: { readonly filters: ListFilters<Filters> }) {
  const { values, activeCount } = filters
  const { t } = useTranslation('reports')
  const [open, setOpen] = useState(activeCount > 0) // filters of an address are in view
  const [cleared, setCleared] = useState(0)
  const first = useRef<HTMLInputElement>(null)
  const clear = (): void => {
    setCleared(cleared + 1) // typed text that is not yet applied is cleared too
    filters.clear()
    requestAnimationFrame(() => first.current?.focus()) // the fields are rendered again
  }
  const field = (key: FilterKey) => ({
    name: key,
    label: t(`filters.${key}`),
    value: values[key],
    onChange: (value: string) => filters.set({ [key]: value }),
  })
  return (
    // Folded, so that the first report is in the window. The open form takes a line of its own.
    <search aria-label={t('filters.label')} className={open ? 'w-full' : undefined}>
      <Button
        variant="secondary"
        icon={<ListFilter aria-hidden="true" size={20} />}
        aria-label={activeCount === 0 ? t('filters.label') : undefined}
        aria-expanded={open}
        aria-controls="report-filters"
        onClick={() => setOpen(!open)}
      >
        {activeCount === 0 ? t('filters.short') : t('filters.inUse', { count: activeCount })}
      </Button>
      <form
        id="report-filters"
        hidden={!open}
        onSubmit={(event) => event.preventDefault()}
        className="mt-3 rounded-lg border border-line bg-surface p-4"
      >
        <div key={cleared} className="grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
          <PausedField {...field('id')} inputRef={first} inputMode="numeric" maxLength={20} />
          <PausedField
            {...field('from')}
            type="date"
            {...(isReversed(values) && { error: t('filters.reversed') })}
          />
          <PausedField {...field('to')} type="date" />
          <PausedField {...field('type')} maxLength={120} />
          <PausedField {...field('actor')} maxLength={120} />
          <PausedField {...field('victim')} maxLength={120} />
        </div>
        <Button
          variant="secondary"
          className="mt-4"
          disabled={activeCount === 0}
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
