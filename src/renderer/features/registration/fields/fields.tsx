import type { ReactNode } from 'react'
import {
  type ControllerRenderProps,
  useController,
  useFormContext,
  useFormState,
} from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { isMemberField } from '#shared/domain/people/member-fields.ts'
import { cx } from '../../../ui/cx.ts'
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
    <div
      id={fieldElementId(name)}
      className={cx('field-place grid grid-cols-[minmax(0,1fr)]', className)}
    >
      {children}
    </div>
  )
}

/** The label of a field, of a member or of this form alone, and its hint if it has one. */
export function useFieldTexts(): (name: FieldName) => {
  readonly label: string
  readonly hint: string | undefined
} {
  const { t } = useTranslation(['registration', 'memberFields'])
  return (name) =>
    isMemberField(name)
      ? {
          label: t(`memberFields:${name}.label`, { context: 'application' }),
          hint: t(`memberFields:${name}.hint`, { defaultValue: '' }) || undefined,
        }
      : { label: t(`fields.${name}`), hint: undefined }
}

interface AnswerFieldProps extends Omit<TextFieldProps, 'label' | 'error' | 'name'> {
  readonly name: NamesOf<string>
}

export function AnswerField({ name, className, ...rest }: AnswerFieldProps) {
  const { register } = useFormContext<Application>()
  return (
    <FieldPlace name={name} className={className}>
      <TextField {...useFieldTexts()(name)} {...rest} {...register(name)} error={useFault(name)} />
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
