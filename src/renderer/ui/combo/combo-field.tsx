import { Combobox } from '@base-ui/react/combobox'
import { ChevronDown, X } from 'lucide-react'
import { type Ref, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../i18n/use-format.ts'
import { cx } from '../cx.ts'
import {
  CONTROL,
  controlEdge,
  FieldFrame,
  type FieldTexts,
  useControl,
} from '../field/field-frame.tsx'
import { ComboPopup } from './combo-list.tsx'
import { type ComboOption, labelsFirst, matchesQuery } from './combo-options.ts'

export type { ComboOption } from './combo-options.ts'

interface ComboBase extends FieldTexts {
  readonly options: readonly ComboOption[]
  readonly required?: boolean
  readonly disabled?: boolean
  readonly placeholder?: string
  readonly className?: string
  /** Of the input, so that a form can move the focus here. */
  readonly ref?: Ref<HTMLInputElement>
  readonly onBlur?: () => void
}

export interface ComboFieldProps extends ComboBase {
  /** Empty: nothing is chosen. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Escape closes the open list; it must not also empty a closed field and lose the choice. */
const isEscape = ({ reason }: Combobox.Root.ChangeEventDetails): boolean => reason === 'escape-key'

const same = (first: ComboOption, second: ComboOption): boolean => first.value === second.value

/** One of many: typing narrows the list down. For fewer than some fifteen choices a `SelectField` is simpler. */
export function ComboField({
  label,
  hint,
  error,
  options,
  value,
  onChange,
  required,
  disabled,
  placeholder,
  className,
  ref,
  onBlur,
}: ComboFieldProps) {
  const { t } = useTranslation('ui')
  const language = useLanguage()
  const [query, setQuery] = useState('')
  const [open, setOpen] = useState(false)
  const chosen = useMemo(
    () => options.find((option) => option.value === value) ?? null,
    [options, value],
  )
  // An opened list shows the label of the choice, which nobody searches for.
  const typed = query === chosen?.label ? '' : query
  const items = useMemo(() => labelsFirst(options, typed), [options, typed])
  // While the user types, the mark would belong to the earlier choice.
  const mark = open ? undefined : chosen?.mark
  const texts = { label, hint, error }
  const control = useControl({ ...texts, required })
  return (
    <FieldFrame {...texts} id={control.id} required={required} className={className}>
      <Combobox.Root
        items={items}
        value={chosen}
        onValueChange={(option, details) =>
          isEscape(details) ? details.cancel() : onChange(option?.value ?? '')
        }
        onInputValueChange={setQuery}
        onOpenChange={setOpen}
        isItemEqualToValue={same}
        filter={(option, text) =>
          (chosen !== null && text === chosen.label) || matchesQuery(option, text)
        }
        autoHighlight
        locale={language}
        disabled={disabled}
      >
        <Combobox.InputGroup className="relative">
          {mark !== undefined && (
            <span className="pointer-events-none absolute inset-y-0 start-3 grid place-items-center">
              {mark}
            </span>
          )}
          <Combobox.Input
            ref={ref}
            {...control}
            placeholder={placeholder ?? t('combo.placeholder')}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onBlur={onBlur}
            // Browsers would lay their own suggestions over the list.
            autoComplete="off"
            spellCheck={false}
            className={cx(CONTROL, controlEdge(error), 'pe-12', mark !== undefined && 'ps-14')}
          />
          <Combobox.Trigger
            aria-label={t('combo.open')}
            className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-md text-muted"
          >
            <ChevronDown aria-hidden="true" size={20} />
          </Combobox.Trigger>
        </Combobox.InputGroup>
        <ComboPopup query={query} />
      </Combobox.Root>
    </FieldFrame>
  )
}

export interface MultiComboFieldProps extends ComboBase {
  readonly value: readonly string[]
  readonly onChange: (value: string[]) => void
}

/** Several of many; the field shows each choice with a button that removes it. */
export function MultiComboField({
  label,
  hint,
  error,
  options,
  value,
  onChange,
  required,
  disabled,
  placeholder,
  className,
  ref,
  onBlur,
}: MultiComboFieldProps) {
  const { t } = useTranslation('ui')
  const language = useLanguage()
  const [query, setQuery] = useState('')
  const chosen = useMemo<readonly ComboOption[]>(
    () =>
      value.flatMap(
        (entry) =>
          options.find((option) => option.value === entry) ?? [{ value: entry, label: entry }],
      ),
    [options, value],
  )
  const items = useMemo(() => labelsFirst(options, query), [options, query])
  const texts = { label, hint, error }
  const control = useControl({ ...texts, required })
  return (
    <FieldFrame {...texts} id={control.id} required={required} className={className}>
      <Combobox.Root
        multiple
        items={items}
        value={chosen}
        onValueChange={(next, details) =>
          isEscape(details) ? details.cancel() : onChange(next.map((option) => option.value))
        }
        onInputValueChange={setQuery}
        isItemEqualToValue={same}
        filter={matchesQuery}
        autoHighlight
        locale={language}
        disabled={disabled}
      >
        <Combobox.InputGroup
          className={cx(
            'flex min-h-11 flex-wrap items-center gap-1.5 rounded-md border bg-surface p-1 has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-focus',
            controlEdge(error),
          )}
        >
          <Combobox.Chips
            // Without a chip it is a box without a role, which has no name.
            aria-label={chosen.length === 0 ? undefined : t('combo.chosen')}
            className="contents"
          >
            {chosen.map((option) => (
              <Combobox.Chip
                key={option.value}
                className="inline-flex min-h-9 items-center gap-2 rounded-sm border border-line-strong bg-sunken ps-2 data-highlighted:border-brand"
              >
                {option.mark}
                <span className="text-sm font-semibold">{option.label}</span>
                <Combobox.ChipRemove
                  aria-label={t('combo.remove', { name: option.label })}
                  className="grid size-9 place-items-center rounded-sm text-muted hover:text-danger"
                >
                  <X aria-hidden="true" size={16} />
                </Combobox.ChipRemove>
              </Combobox.Chip>
            ))}
            <Combobox.Input
              ref={ref}
              {...control}
              placeholder={chosen.length === 0 ? (placeholder ?? t('combo.placeholder')) : ''}
              onBlur={onBlur}
              autoComplete="off"
              spellCheck={false}
              className="min-h-9 min-w-24 flex-1 px-2 outline-none"
            />
          </Combobox.Chips>
        </Combobox.InputGroup>
        <ComboPopup query={query} />
      </Combobox.Root>
    </FieldFrame>
  )
}
