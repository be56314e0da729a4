import { FilterX, ListFilter } from 'lucide-react'
import { Fragment, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../button/button.tsx'
import { cx } from '../../cx.ts'
import { SelectField, TextField } from '../../field/text-field.tsx'
import { usePausedText } from '../../feedback/use-paused-text.ts'

export interface FilterBarProps {
  /** What is filtered: "Filter the members". */
  readonly label: string
  readonly activeCount: number
  readonly onClear: () => void
  readonly children: ReactNode
  /** Buttons for the list as it is filtered: export, print. */
  readonly end?: ReactNode
}

/** One line where it fits, so that the rows below have the room; the label of a field is cut before it takes a second one. */
const FIELDS = cx(
  'grid items-end gap-x-4 gap-y-3 min-[480px]:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] min-[700px]:flex min-[700px]:flex-wrap min-[700px]:gap-2',
  // One field that is left for a second line does not take the whole of it.
  'min-[700px]:*:max-w-80',
  'min-[700px]:*:min-w-28 min-[700px]:*:grow min-[700px]:*:basis-28 min-[700px]:*:first:basis-36',
  // A date does not get narrower than its parts and its button.
  'min-[700px]:[&>*:has([type=date])]:min-w-40',
  'min-[700px]:[&>*]:gap-0.5 min-[700px]:[&_label]:truncate min-[700px]:[&_label]:text-xs',
  'min-[700px]:[&_input]:min-h-10 min-[700px]:[&_input]:py-1 min-[700px]:[&_input]:text-sm min-[700px]:[&_select]:min-h-10 min-[700px]:[&_select]:py-1 min-[700px]:[&_select]:ps-2.5 min-[700px]:[&_select]:pe-8 min-[700px]:[&_select]:text-sm',
)

/** The filters of a list; behind one button below 700 px. */
export function FilterBar({ label, activeCount, onClear, children, end }: FilterBarProps) {
  const { t } = useTranslation('ui')
  const id = useId()
  const [open, setOpen] = useState(false)
  const [cleared, setCleared] = useState(0)
  const fields = useRef<HTMLDivElement>(null)
  const clear = (): void => {
    setCleared(cleared + 1) // what was typed and not yet sent goes as well
    onClear()
    // The button disappears with the last filter: the focus must not be lost with it.
    requestAnimationFrame(() =>
      fields.current?.querySelector<HTMLElement>('input, select')?.focus(),
    )
  }
  return (
    <search
      aria-label={label}
      className="block max-[699px]:rounded-lg max-[699px]:border max-[699px]:border-line max-[699px]:bg-surface"
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
        <div ref={fields} className={FIELDS}>
          <Fragment key={cleared}>{children}</Fragment>
          {(activeCount > 0 || end !== undefined) && (
            <div className="flex gap-2 self-end max-[699px]:justify-end min-[700px]:min-w-0! min-[700px]:grow-0! min-[700px]:basis-auto! min-[700px]:[&>*]:min-h-10">
              {activeCount > 0 && (
                <IconButton
                  label={t('staff.filter.clear')}
                  icon={<FilterX aria-hidden="true" size={18} />}
                  onClick={clear}
                />
              )}
              {end}
            </div>
          )}
        </div>
      </form>
    </search>
  )
}

/** Long enough to type the next letter, short enough not to be waited for. */
const PAUSE_MS = 250
const TEXT_MAX_CHARS = 120

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/**
 * Passes on the typed text after a pause, at once on Enter and on leaving; follows the address
 * after the back button.
 */
export function FilterText({
  label,
  value,
  onChange,
  type = 'search',
}: FieldProps & { readonly type?: 'search' | 'text' }) {
  const { typed, type: onType, passOn } = usePausedText(value, onChange, PAUSE_MS)
  return (
    <TextField
      label={label}
      type={type}
      dir="auto"
      autoComplete="off"
      maxLength={TEXT_MAX_CHARS}
      value={typed}
      onChange={({ target }) => onType(target.value)}
      onKeyDown={(event) => event.key === 'Enter' && passOn(typed)}
      onBlur={() => passOn(typed)}
    />
  )
}

interface FilterOption {
  readonly value: string
  readonly label: string
}

/** The option with the value '' is "all". */
export function FilterSelect({
  label,
  value,
  options,
  onChange,
}: FieldProps & { readonly options: readonly FilterOption[] }) {
  // An address may hold a value that no option has: the list then shows nothing chosen instead of a wrong choice.
  return (
    <SelectField
      label={label}
      value={value}
      options={options}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A day as `YYYY-MM-DD`, or ''. */
export function FilterDate({ label, value, onChange }: FieldProps) {
  return (
    <TextField
      label={label}
      type="date"
      value={DAY.test(value) ? value : ''}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
