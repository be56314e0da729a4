import { SelectField, TextField } from '../../field/text-field.tsx'
import { usePausedText } from '../../feedback/use-paused-text.ts'

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

export interface FilterOption {
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
