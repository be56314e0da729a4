import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../cx.ts'
import { CONTROL, controlEdge, FieldFrame, type FieldTexts, useControl } from './field-frame.tsx'
import { Select, type SelectProps } from './select.tsx'

export interface TextFieldProps extends ComponentProps<'input'>, FieldTexts {
  /** Drawn inside the field at its end; leave room for it with `padding`. */
  readonly end?: ReactNode
}

export function TextField({
  label,
  hint,
  error,
  id,
  className,
  required,
  end,
  dir,
  ...rest
}: TextFieldProps) {
  const texts = { label, hint, error }
  const control = useControl({ ...texts, id, required })
  return (
    <FieldFrame {...texts} id={control.id} required={required} className={className}>
      {/* The direction holds for the frame too, or the button would lie over the text of an LTR field in Arabic. */}
      <div dir={dir === 'auto' ? undefined : dir} className="relative">
        <input
          {...rest}
          {...control}
          dir={dir}
          className={cx(CONTROL, controlEdge(error), end !== undefined && 'pe-13')}
        />
        {end !== undefined && (
          <div className="absolute inset-y-0 end-0 grid place-items-center">{end}</div>
        )}
      </div>
    </FieldFrame>
  )
}

/** An address that a form cannot do without. No keyboard may capitalise or correct it. */
export const EmailField = (props: TextFieldProps) => (
  <TextField
    autoComplete="email"
    {...props}
    type="email"
    inputMode="email"
    autoCapitalize="none"
    spellCheck={false}
    dir="ltr"
    required
  />
)

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'end'> {
  /** For a form that asks differently while it is shown; otherwise the field remembers it alone. */
  readonly visible?: { readonly shown: boolean; readonly onShown: (shown: boolean) => void }
}

/** A password with a button that shows it. Always left to right: passwords are Latin letters, digits and symbols. */
export function PasswordField({ dir = 'ltr', visible, ...rest }: PasswordFieldProps) {
  const { t } = useTranslation('common')
  const [ownShown, setOwnShown] = useState(false)
  const { shown, onShown } = visible ?? { shown: ownShown, onShown: setOwnShown }
  return (
    <TextField
      {...rest}
      dir={dir}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      end={
        <button
          type="button"
          aria-label={t('password.show')}
          aria-pressed={shown}
          title={t(shown ? 'password.hide' : 'password.show')}
          onClick={() => onShown(!shown)}
          className="grid size-11 place-items-center rounded-md text-muted hover:text-ink"
        >
          {shown ? <EyeOff aria-hidden="true" size={20} /> : <Eye aria-hidden="true" size={20} />}
        </button>
      }
    />
  )
}

export interface SelectFieldProps extends Omit<SelectProps, 'icon'>, FieldTexts {}

export function SelectField({
  label,
  hint,
  error,
  options,
  id,
  className,
  required,
  ...rest
}: SelectFieldProps) {
  const texts = { label, hint, error }
  const control = useControl({ ...texts, id, required })
  return (
    <FieldFrame {...texts} id={control.id} required={required} className={className}>
      <Select
        {...rest}
        {...control}
        options={options}
        className={cx(CONTROL, controlEdge(error))}
      />
    </FieldFrame>
  )
}
