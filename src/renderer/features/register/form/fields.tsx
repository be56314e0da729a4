import type { ReactNode } from 'react'
import {
  type ControllerRenderProps,
  useController,
  useFormContext,
  useFormState,
} from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CountryField } from '../../../ui/combo/country-field.tsx'
import { TextField, type TextFieldProps } from '../../../ui/field/text-field.tsx'
import type { Application, FieldName } from '../application.ts'
import { fieldElementId } from './sections.ts'

/** Fields whose value is of a type. */
export type NamesOf<T> = { [K in FieldName]: Application[K] extends T ? K : never }[FieldName]

/** The fault beside a field. */
export function useFault(name: FieldName): string | undefined {
  const { control } = useFormContext<Application>()
  const { errors } = useFormState({ control, name })
  const message = errors[name]?.message
  return typeof message === 'string' ? message : undefined
}

/** Marks the place of a field, for links to it. */
export function FieldPlace({
  name,
  className,
  children,
}: {
  readonly name: FieldName
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  return (
    <div id={fieldElementId(name)} className={className}>
      {children}
    </div>
  )
}

interface AnswerFieldProps extends Omit<TextFieldProps, 'label' | 'error' | 'name'> {
  readonly name: NamesOf<string>
}

export function AnswerField({ name, className, ...rest }: AnswerFieldProps) {
  const { t } = useTranslation('registration')
  const { register } = useFormContext<Application>()
  return (
    <FieldPlace name={name} className={className}>
      <TextField {...rest} {...register(name)} label={t(`fields.${name}`)} error={useFault(name)} />
    </FieldPlace>
  )
}

/** A field of the kit that reports its value by `onChange`. */
export function useAnswer<N extends FieldName>(
  name: N,
): { readonly field: ControllerRenderProps<Application, N>; readonly error: string | undefined } {
  const { control } = useFormContext<Application>()
  const { field } = useController<Application, N>({ control, name })
  return { field, error: useFault(name) }
}

export function CountryAnswer({ name }: { readonly name: 'birthCountry' | 'currentCountry' }) {
  const { t } = useTranslation('registration')
  const { field, error } = useAnswer(name)
  return (
    <FieldPlace name={name}>
      <CountryField {...field} label={t(`fields.${name}`)} error={error} required />
    </FieldPlace>
  )
}
