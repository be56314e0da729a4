import { FilterX, ListFilter } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
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
  const format = useFormat()
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
    <>
      <Button
        variant="secondary"
        // On a phone the number takes its place: both are wider than what the heading leaves.
        icon={
          <ListFilter
            aria-hidden="true"
            size={20}
            className={activeCount > 0 ? 'max-sm:hidden' : undefined}
          />
        }
        aria-label={activeCount === 0 ? t('filters.label') : undefined}
        // Not a label: that would have to hold the number as it is drawn.
        title={activeCount === 0 ? undefined : t('filters.inUse', { count: activeCount })}
        aria-expanded={open}
        aria-controls="report-filters"
        className="max-sm:px-3"
        onClick={() => setOpen(!open)}
      >
        {t('filters.short')}
        {activeCount > 0 && (
          <span className="rounded-full bg-brand-soft px-2 text-sm text-brand">
            {format.number(activeCount)}
          </span>
        )}
      </Button>
      {/* Below the whole line, so that no button of it leaves its place. */}
      <search
        id="report-filters"
        hidden={!open}
        aria-label={t('filters.label')}
        className="order-1 w-full rounded-lg border border-line bg-surface p-4"
      >
        <form onSubmit={(event) => event.preventDefault()}>
          <div key={cleared} className="grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
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
            {activeCount > 0 && (
              <Button
                variant="secondary"
                className="justify-self-start self-end"
                icon={<FilterX aria-hidden="true" size={18} />}
                onClick={clear}
              >
                {t('filters.clear')}
              </Button>
            )}
          </div>
        </form>
      </search>
    </>
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
