import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'

interface ChoiceCard<V extends string = string> {
  readonly value: V
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly icon?: ReactNode
  readonly disabled?: boolean
}
export interface ChoiceCardsProps<V extends string = string> {
  readonly legend: ReactNode
  readonly options: readonly ChoiceCard<V>[]
  readonly value: V | undefined
  readonly onChange: (value: V) => void
  /** Side by side from 640 px on; below it every card has a row. One to four; by default as many as there are cards. */
  readonly columns?: 1 | 2 | 3 | 4
  /** The legend stands beside the cards where there is room, otherwise above them. */
  readonly beside?: boolean
  readonly error?: string | undefined
  readonly required?: boolean
}

const COLUMNS = {
  1: '',
  2: 'sm:grid-cols-2',
  3: 'sm:grid-cols-3',
  // On a phone the last card fills its line.
  4: 'grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] max-sm:flex max-sm:flex-wrap max-sm:*:grow max-sm:*:basis-34',
} as const

/** One of a few, each with a word of explanation: a group of radio buttons that are as large as cards. */
export function ChoiceCards<V extends string>({
  legend,
  options,
  value,
  onChange,
  columns,
  beside = false,
  error,
  required,
}: ChoiceCardsProps<V>) {
  const id = useId()
  const across = columns ?? (Math.min(Math.max(options.length, 1), 3) as 1 | 2 | 3)
  return (
    <fieldset
      aria-describedby={error === undefined ? undefined : `${id}-error`}
      aria-invalid={error === undefined ? undefined : true}
      // Outside the column: the cards keep their line.
      className={
        error === undefined
          ? undefined
          : 'relative before:absolute before:inset-y-0 before:-start-3 before:w-0.75 before:rounded-sm before:bg-danger'
      }
    >
      <legend
        className={cx(
          'pb-1.5 font-semibold',
          // A legend that floats is laid out like any other box.
          beside && 'sm:float-start sm:w-40 sm:py-3 sm:leading-snug',
        )}
      >
        {legend}
        {required === true && (
          <span aria-hidden="true" className="ms-1 text-accent">
            *
          </span>
        )}
      </legend>
      {/* Above the choices: on a phone they are higher than the window. */}
      <p
        id={`${id}-error`}
        aria-live="polite"
        className={
          error === undefined
            ? 'sr-only'
            : cx('pb-1.5 text-sm font-semibold text-danger', beside && 'sm:ms-44')
        }
      >
        {error}
      </p>
      <div className={cx('grid gap-2', COLUMNS[across], beside && 'sm:ms-44')}>
        {options.map((option) => (
          <Card
            key={option.value}
            option={option}
            name={id}
            chosen={option.value === value}
            explained={options.some(({ hint }) => hint !== undefined)}
            onChoose={() => onChange(option.value)}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface CardProps {
  readonly option: ChoiceCard
  readonly name: string
  readonly chosen: boolean
  /** One of the cards has a hint: the labels of all begin at one height. */
  readonly explained: boolean
  readonly onChoose: () => void
}

function Card({
  option: { value, label, hint, icon, disabled = false },
  name,
  chosen,
  explained,
  onChoose,
}: CardProps) {
  return (
    <label
      className={cx(
        'flex min-h-12 gap-3 rounded-md border px-3 py-2.5 transition-colors',
        explained ? 'items-start' : 'items-center',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        disabled
          ? 'cursor-not-allowed border-dashed border-line-strong text-muted'
          : chosen
            ? 'cursor-pointer border-brand bg-brand-soft inset-ring-1 inset-ring-brand'
            : 'cursor-pointer border-line-strong bg-surface hover:border-brand',
      )}
    >
      <input
        type="radio"
        name={name}
        value={value}
        checked={chosen}
        disabled={disabled}
        onChange={onChoose}
        className="sr-only"
      />
      {icon !== undefined && (
        <span aria-hidden="true" className={cx('shrink-0', chosen ? 'text-brand' : 'text-muted')}>
          {icon}
        </span>
      )}
      <span className="grid min-w-0 grow gap-0.5">
        <span className="leading-snug font-semibold">{label}</span>
        {hint !== undefined && <span className="text-sm text-muted">{hint}</span>}
      </span>
      <span
        aria-hidden="true"
        className={cx(
          'grid size-5 shrink-0 place-items-center rounded-full border-2',
          chosen ? 'border-brand' : 'border-line-strong',
        )}
      >
        {chosen && <span className="size-2.5 rounded-full bg-brand" />}
      </span>
    </label>
  )
}
