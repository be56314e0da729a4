import { FilterX, ListFilter } from 'lucide-react'
import { Fragment, type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button, IconButton } from '../../button/button.tsx'
import { cx } from '../../cx.ts'
import { usePausedText } from '../../feedback/use-paused-text.ts'
import { SelectField, TextField } from '../../field/text-field.tsx'
import { useShortcuts } from '../shortcuts.tsx'
import { focusFirstRow } from '../table/row-keys.ts'
import { dayOf } from './address-filters.ts'
import { PrintedLine } from './printed-line.tsx'
import type { ListFilters } from './use-address-filters.ts'

interface FilterField {
  readonly label: string
  /** How a text is found: no field of the line is wide enough for it. */
  readonly hint?: string | undefined
  readonly type?: 'search' | 'text' | 'date'
  /** A choice between these; the option with the value '' is "all". */
  readonly options?: readonly { readonly value: string; readonly label: string }[]
}

interface FilterBarProps<F extends Record<string, string>> {
  /** What is filtered: "Filter the members". */
  readonly label: string
  readonly filters: Pick<ListFilters<F>, 'values' | 'set' | 'clear' | 'activeCount'>
  /** By the names of the filters, in the order of the page; undefined where something else on the page sets the filter. */
  readonly fields: { readonly [K in keyof F]: FilterField | undefined }
  /** Buttons for the list as it is filtered: export, print. */
  readonly end?: ReactNode
}

/**
 * One line where it fits, so that the rows below have the room; in a window that is too narrow for that, equal columns, which two
 * fields share among them. A
 * long label takes two lines, or widens its field where the window has room for that: cut, it names nothing.
 */
const FIELDS = cx(
  'grid items-end gap-x-4 gap-y-3 min-[480px]:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] min-[700px]:grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] min-[700px]:gap-x-1.5 min-[700px]:gap-y-2 lg:flex lg:flex-wrap',
  // The two ends of a period stand in one line: what stands before them fills the line above.
  'min-[700px]:max-[899px]:[&>:nth-child(3):not(:has([type=date])):has(+*_[type=date])]:col-span-2',
  // One field that is left for a second line does not take the whole of it.
  'lg:*:not-first:max-w-80',
  'lg:*:min-w-20 lg:*:grow lg:*:basis-20 lg:*:first:basis-30',
  'xl:gap-x-2.5 xl:*:min-w-min xl:[&_label]:whitespace-nowrap xl:[&_input]:min-w-20',
  // A choice shows its words, and a date its parts and its button.
  'lg:[&>*:has(select)]:min-w-30',
  'lg:[&>*:has([type=date])]:min-w-38 min-[700px]:[&_[type=date]]:px-2',
  'min-[700px]:[&>*]:gap-0.5 min-[700px]:[&_label]:text-xs min-[700px]:[&_label]:leading-tight',
  'min-[700px]:[&_input]:min-h-10 min-[700px]:[&_input]:py-1 min-[700px]:[&_input]:text-sm min-[700px]:[&_select]:min-h-10 min-[700px]:[&_select]:py-1 min-[700px]:[&_select]:ps-2.5 min-[700px]:[&_select]:pe-8 min-[700px]:[&_select]:text-sm',
)

/** The filters of a list; behind one button below 700 px. */
export function FilterBar<F extends Record<string, string>>({
  label,
  filters: { values, set, clear, activeCount },
  fields,
  end,
}: FilterBarProps<F>) {
  const { t } = useTranslation('ui')
  const id = useId()
  const [open, setOpen] = useState(false)
  const [cleared, setCleared] = useState(0)
  const row = useRef<HTMLDivElement>(null)
  // A field to type in, where there is one: what is typed after the key must not choose in a list.
  const focusFirst = (): void =>
    (
      row.current?.querySelector<HTMLElement>('input:not([type=date])') ??
      row.current?.querySelector<HTMLElement>('input, select')
    )?.focus()
  const clearAll = (): void => {
    setCleared(cleared + 1) // what was typed and not yet sent goes as well
    clear()
    // The button disappears with the last filter: the focus must not be lost with it.
    requestAnimationFrame(focusFirst)
  }
  useShortcuts([
    {
      keys: '/',
      label: t('staff.filter.focus'),
      run: () => {
        flushSync(() => setOpen(true)) // what is folded away takes no focus
        focusFirst()
      },
    },
  ])
  return (
    <>
      <PrintedFilters values={values} fields={fields} />
      <search
        aria-label={label}
        className="block print:hidden max-[699px]:rounded-lg max-[699px]:border max-[699px]:border-line max-[699px]:bg-surface"
      >
        <Button
          variant="quiet"
          className="min-h-13 w-full justify-start min-[700px]:hidden"
          icon={<ListFilter aria-hidden="true" size={20} />}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {activeCount === 0 ? label : t('staff.filter.inUse', { label, count: activeCount })}
        </Button>
        <form
          id={id}
          onSubmit={(event) => event.preventDefault()}
          className={cx(
            'max-[699px]:border-t max-[699px]:border-line max-[699px]:p-4',
            !open && 'max-[699px]:hidden',
          )}
        >
          <div ref={row} className={FIELDS}>
            <Fragment key={cleared}>
              {Object.entries<FilterField | undefined>(fields).map(
                ([name, field]) =>
                  field !== undefined && (
                    <Field
                      key={name}
                      {...field}
                      value={values[name] ?? ''}
                      onChange={(value) => set({ [name]: value } as Partial<F>)} // the keys of `fields` are those of the filters
                    />
                  ),
              )}
            </Fragment>
            {(activeCount > 0 || end !== undefined) && (
              <div className="flex gap-2! self-end max-[699px]:justify-end min-[700px]:max-w-none! min-[700px]:min-w-0! min-[700px]:grow-0! min-[700px]:basis-auto! min-[700px]:[&>button]:min-h-10 min-[700px]:[&>button]:whitespace-nowrap min-[700px]:[&>button]:py-1 min-[700px]:[&>button]:px-2.5 min-[700px]:[&>button]:text-sm">
                {activeCount > 0 && (
                  <IconButton
                    label={t('staff.filter.clear')}
                    icon={<FilterX aria-hidden="true" size={18} />}
                    onClick={clearAll}
                  />
                )}
                {end}
              </div>
            )}
          </div>
        </form>
      </search>
    </>
  )
}

/** A printed list says what it was narrowed to: without that it looks like the whole. */
function PrintedFilters<F extends Record<string, string>>({
  values,
  fields,
}: {
  readonly values: F
  readonly fields: FilterBarProps<F>['fields']
}) {
  const { t } = useTranslation('staffUi')
  const format = useFormat()
  const words = ({ options, type }: FilterField, value: string): string | undefined => {
    if (options !== undefined) return options.find((option) => option.value === value)?.label
    const day = type === 'date' ? dayOf(value) : undefined
    return day === undefined ? value : format.date(day, 'medium')
  }
  const inUse = Object.entries<FilterField | undefined>(fields).flatMap(([name, field]) => {
    const value = values[name] ?? ''
    const said = field === undefined || value === '' ? undefined : words(field, value)
    return said === undefined ? [] : [t('filter.printed', { label: field?.label, value: said })]
  })
  return inUse.length === 0 ? null : <PrintedLine text={inUse.join(' · ')} />
}

/** Long enough to type the next letter, short enough not to be waited for. */
const PAUSE_MS = 250
const TEXT_MAX_CHARS = 120

interface FieldProps extends FilterField {
  readonly value: string
  readonly onChange: (value: string) => void
}

function Field({ options, type = 'search', label, hint, value, onChange }: FieldProps) {
  if (options !== undefined)
    // An address may hold a value that no option has: the list then shows nothing chosen instead of a wrong choice.
    return (
      <SelectField
        label={label}
        value={value}
        options={options}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  if (type === 'date')
    return (
      <TextField
        label={label}
        type="date"
        value={dayOf(value) ?? ''}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  return <FilterText label={label} hint={hint} type={type} value={value} onChange={onChange} />
}

/**
 * Passes on the typed text after a pause, at once on Enter and on leaving; follows the address
 * after the back button.
 */
function FilterText({
  label,
  hint,
  type,
  value,
  onChange,
}: Pick<FieldProps, 'label' | 'hint' | 'value' | 'onChange'> & {
  readonly type: 'search' | 'text'
}) {
  const { typed, type: onType, passOn } = usePausedText(value, onChange, PAUSE_MS)
  return (
    <TextField
      label={label}
      title={hint}
      type={type}
      dir="auto"
      autoComplete="off"
      maxLength={TEXT_MAX_CHARS}
      value={typed}
      onChange={({ target }) => onType(target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') passOn(typed)
        if (event.key === 'ArrowDown' && focusFirstRow()) event.preventDefault()
      }}
      onBlur={() => passOn(typed)}
    />
  )
}
