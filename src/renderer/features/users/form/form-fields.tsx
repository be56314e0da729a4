import { type ReactNode } from 'react'
import { type FieldPath, useController, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { PHOTO_MAX_BYTES } from '#shared/domain/people/registration-rules.ts'
import { CountriesField, CountryField } from '../../../ui/combo/country-field.tsx'
import { PhoneField, phoneText } from '../../../ui/combo/phone-field.tsx'
import { PhotoField, type PhotoKind } from '../../../ui/photo/photo-field.tsx'
import { TextArea } from '../../../ui/field/text-area.tsx'
import {
  SelectField,
  type SelectOption,
  TextField,
  type TextFieldProps,
} from '../../../ui/field/text-field.tsx'
import type { UserForm } from './user-form.ts'

type NamesOf<T> = {
  [K in keyof UserForm]: UserForm[K] extends T
    ? string extends UserForm[K]
      ? K
      : T extends UserForm[K]
        ? K
        : never
    : never
}[keyof UserForm]
type TextName = Exclude<NamesOf<string>, undefined>

function useFault(name: FieldPath<UserForm>): string | undefined {
  const { formState } = useFormContext<UserForm>()
  const message = formState.errors[name as keyof UserForm]?.message // names of whole fields only
  return typeof message === 'string' ? message : undefined
}

interface TextAnswerProps extends Omit<TextFieldProps, 'name' | 'label' | 'error'> {
  readonly name: TextName
  /** It had a value: the server keeps none empty. */
  readonly keep?: boolean
}

const MOST_CHARS = 120

export function TextAnswer({ name, required = false, keep = false, ...rest }: TextAnswerProps) {
  const { t } = useTranslation('userManagement')
  const { register } = useFormContext<UserForm>()
  const rules = {
    validate: (value: string) =>
      (!required && !keep) || value.trim() !== '' || t('faults.required'),
  }
  return (
    <TextField
      className="content-start"
      dir="auto"
      autoComplete="off"
      maxLength={MOST_CHARS}
      {...rest}
      {...register(name, rules)}
      label={t(`fields.${name}`)}
      error={useFault(name)}
      required={required}
    />
  )
}

export function EmailAnswer() {
  return (
    <TextAnswer name="email" type="email" dir="ltr" inputMode="email" maxLength={254} required />
  )
}

export function KidsAnswer() {
  const { t } = useTranslation('userManagement')
  const { register } = useFormContext<UserForm>()
  const rules = {
    validate: (value: string) =>
      (/^\d{1,2}$/.test(value.trim()) && Number(value) <= 40) || t('faults.kids'),
  }
  return (
    <TextField
      className="content-start"
      {...register('numberOfKids', rules)}
      type="number"
      min={0}
      max={40}
      step={1}
      inputMode="numeric"
      dir="ltr"
      label={t('fields.numberOfKids')}
      error={useFault('numberOfKids')}
    />
  )
}

interface SelectAnswerProps {
  readonly name: 'sex' | 'maritalStatus' | 'role'
  readonly options: readonly SelectOption[]
  readonly required?: boolean
}

export function SelectAnswer({ name, options, required = false }: SelectAnswerProps) {
  const { t } = useTranslation('userManagement')
  const { register } = useFormContext<UserForm>()
  const rules = { validate: (value: string) => !required || value !== '' || t('faults.required') }
  return (
    <SelectField
      className="content-start"
      {...register(name, rules)}
      label={t(`fields.${name}`)}
      options={options}
      error={useFault(name)}
      required={required}
    />
  )
}

export function CommentAnswer({ name }: { readonly name: 'approverComment' | 'comments' }) {
  const { t } = useTranslation('userManagement')
  const { register } = useFormContext<UserForm>()
  return (
    <TextArea
      {...register(name)}
      label={t(`fields.${name}`)}
      error={useFault(name)}
      rows={2}
      maxLength={2_000}
      dir="auto"
      className="sm:col-span-2"
    />
  )
}

export function PhoneAnswer({ required = false }: { readonly required?: boolean }) {
  const { t } = useTranslation('userManagement')
  const { field } = useController<UserForm, 'phone'>({
    name: 'phone',
    rules: { validate: (value) => !required || phoneText(value) !== '' || t('faults.required') },
  })
  return (
    <PhoneField
      {...field}
      className="content-start"
      label={t('fields.phone')}
      error={useFault('phone')}
      required={required}
    />
  )
}

export function CountryAnswer({
  name,
  keep = false,
}: {
  readonly name: 'birthCountry' | 'currentCountry'
  readonly keep?: boolean
}) {
  const { t } = useTranslation('userManagement')
  const { field } = useController<UserForm, typeof name>({
    name,
    rules: { validate: (value) => !keep || value !== '' || t('faults.required') },
  })
  return (
    <CountryField
      {...field}
      className="content-start"
      label={t(`fields.${name}`)}
      error={useFault(name)}
    />
  )
}

export function NationalitiesAnswer({ keep = false }: { readonly keep?: boolean }) {
  const { t } = useTranslation('userManagement')
  const { field } = useController<UserForm, 'nationalities'>({
    name: 'nationalities',
    rules: { validate: (value) => !keep || value.length > 0 || t('faults.required') },
  })
  return (
    <CountriesField
      {...field}
      label={t('fields.nationalities')}
      error={useFault('nationalities')}
      className="sm:col-span-2"
    />
  )
}

interface PhotoAnswerProps {
  readonly name: 'photo' | 'idFront' | 'idBack'
  readonly kind: PhotoKind
  readonly required?: boolean
  readonly progress?: number | undefined
}

export function PhotoAnswer({ name, kind, required = false, progress }: PhotoAnswerProps) {
  const { t } = useTranslation('userManagement')
  const {
    field: { value, onChange, ref },
  } = useController<UserForm, typeof name>({
    name,
    rules: {
      validate: (file) => {
        if (file === undefined) return !required || t('faults.photo')
        if (!file.type.startsWith('image/')) return t('errors.invalidPhotoType')
        return file.size <= PHOTO_MAX_BYTES || t('errors.photoTooLarge')
      },
    },
  })
  return (
    <PhotoField
      kind={kind}
      label={t(`fields.${name}`)}
      error={useFault(name)}
      file={value}
      onChange={onChange}
      progress={progress}
      required={required}
      texts={{ type: t('errors.invalidPhotoType'), size: t('errors.photoTooLarge') }}
      ref={ref}
    />
  )
}

/** A titled part of the form, two fields in a line where there is room. */
export function FieldGroup({
  title,
  children,
}: {
  readonly title: string
  readonly children: ReactNode
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 text-lg font-semibold text-brand">{title}</legend>
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  )
}
