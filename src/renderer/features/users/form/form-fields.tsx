import { type ReactNode } from 'react'
import { type FieldPath, useController, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import {
  type FieldKind,
  isRequired,
  type MemberField,
  specOf,
} from '#shared/domain/people/member-fields.ts'
import { MARITAL_STATUSES, PHOTO_MAX_BYTES } from '#shared/domain/people/registration-rules.ts'
import { CountriesField, CountryField } from '../../../ui/combo/country-field.tsx'
import { PhoneField, phoneText } from '../../../ui/combo/phone-field.tsx'
import type { SelectOption } from '../../../ui/field/select.tsx'
import { TextArea } from '../../../ui/field/text-area.tsx'
import { SelectField, TextField, type TextFieldProps } from '../../../ui/field/text-field.tsx'
import { PhotoField, type PhotoKind } from '../../../ui/photo/photo-field.tsx'
import type { UserForm } from './user-form.ts'

type TextField = Exclude<MemberField, 'phone' | 'nationalities'>

function useFault(name: FieldPath<UserForm>): string | undefined {
  const { formState } = useFormContext<UserForm>()
  const message = formState.errors[name as keyof UserForm]?.message // names of whole fields only
  return typeof message === 'string' ? message : undefined
}

const MOST_CHARS = 120
const NAME_CHARS = 80

/** What the server stored, with `m`, for members that staff entered without a birth date; the row does not show it. */
const ONCE_SUPPLIED = '1970-01-01'

interface FieldAnswerProps {
  readonly name: MemberField
  readonly form: 'add' | 'edit'
  /** The first values of the form. */
  readonly before: UserForm
}

/** The server keeps none of these empty that had a value. */
const KEPT: readonly FieldKind[] = ['name', 'date', 'country', 'countries']

/** A field of a member, drawn by its kind. */
export function FieldAnswer({ name, form, before }: FieldAnswerProps) {
  const { t } = useTranslation(['userManagement', 'memberFields'])
  const { kind } = specOf(name)
  const required = isRequired(name, form)
  const label = t(`memberFields:${name}.label`, { context: 'form' })
  // Only fields that can be needed have a text.
  const missing = t(`memberFields:${name}.required`, { context: 'form', defaultValue: '' })
  if (name === 'phone') return <PhoneAnswer label={label} missing={missing} required={required} />
  const keep = KEPT.includes(kind) && before[name].length > 0
  const answer = { label, missing, required, needed: required || keep }
  if (name === 'nationalities') return <NationalitiesAnswer {...answer} />
  const options = (values: readonly string[], context: string, blank: string) => [
    ...(before[name] === '' ? [{ value: '', label: blank }] : []),
    ...values.map((value) => ({
      value,
      label: t(`memberFields:${name}.options.${value}`, { context }),
    })),
  ]
  switch (kind) {
    case 'country':
      return <CountryAnswer name={name} {...answer} />
    case 'comment':
      return <CommentAnswer name={name} label={label} />
    case 'sex':
      return (
        <SelectAnswer
          name={name}
          label={label}
          options={options(['f', 'm'], 'form', t('choose'))}
        />
      )
    case 'marital':
      return (
        <SelectAnswer
          name={name}
          label={label}
          options={options(MARITAL_STATUSES, 'm', t('notSaid'))}
        />
      )
    case 'number':
      return <NumberAnswer name={name} label={label} />
    case 'email':
      return (
        <TextAnswer
          name={name}
          {...answer}
          type="email"
          dir="ltr"
          inputMode="email"
          maxLength={254}
        />
      )
    case 'date': {
      const doubtful = before[name] === ONCE_SUPPLIED && before.sex === 'm'
      return (
        <TextAnswer
          name={name}
          {...answer}
          type="date"
          dir="ltr"
          {...(doubtful && { hint: t('birthDateDoubt') })}
        />
      )
    }
    default:
      return (
        <TextAnswer name={name} {...answer} maxLength={kind === 'name' ? NAME_CHARS : MOST_CHARS} />
      )
  }
}

interface AnswerProps {
  readonly label: string
  /** What stands beside the field that is needed and empty. */
  readonly missing: string
  /** Marked as required. */
  readonly required: boolean
  /** Not accepted while empty: required, or it had a value. */
  readonly needed: boolean
}

function TextAnswer({
  name,
  missing,
  needed,
  ...rest
}: AnswerProps &
  Omit<TextFieldProps, 'name' | 'error' | keyof AnswerProps> & { readonly name: TextField }) {
  const { register } = useFormContext<UserForm>()
  const rules = {
    validate: { missing: (value: string) => !needed || value.trim() !== '' || missing },
  }
  return (
    <TextField
      className="content-start"
      dir="auto"
      autoComplete="off"
      {...rest}
      {...register(name, rules)}
      error={useFault(name)}
    />
  )
}

function NumberAnswer({ name, label }: { readonly name: TextField; readonly label: string }) {
  const { t } = useTranslation('userManagement')
  const { register } = useFormContext<UserForm>()
  const rules = {
    validate: (value: string) =>
      (/^\d{1,2}$/.test(value.trim()) && Number(value) <= 40) || t('faults.kids'),
  }
  return (
    <TextField
      className="content-start"
      {...register(name, rules)}
      type="number"
      min={0}
      max={40}
      step={1}
      inputMode="numeric"
      dir="ltr"
      label={label}
      error={useFault(name)}
    />
  )
}

interface SelectAnswerProps {
  readonly name: TextField | 'role'
  readonly label: string
  readonly options: readonly SelectOption[]
}

export function SelectAnswer({ name, label, options }: SelectAnswerProps) {
  const { register } = useFormContext<UserForm>()
  return (
    <SelectField
      className="content-start"
      {...register(name)}
      label={label}
      options={options}
      error={useFault(name)}
    />
  )
}

function CommentAnswer({ name, label }: { readonly name: TextField; readonly label: string }) {
  const { register } = useFormContext<UserForm>()
  return (
    <TextArea
      {...register(name)}
      label={label}
      error={useFault(name)}
      rows={2}
      maxLength={2_000}
      dir="auto"
      className="sm:col-span-2"
    />
  )
}

function PhoneAnswer({ label, missing, required }: Omit<AnswerProps, 'needed'>) {
  const { field } = useController<UserForm, 'phone'>({
    name: 'phone',
    rules: { validate: { missing: (value) => !required || phoneText(value) !== '' || missing } },
  })
  return (
    <PhoneField
      {...field}
      className="content-start"
      label={label}
      error={useFault('phone')}
      required={required}
    />
  )
}

function CountryAnswer({
  name,
  label,
  missing,
  needed,
}: AnswerProps & { readonly name: TextField }) {
  const { field } = useController<UserForm, TextField>({
    name,
    rules: { validate: { missing: (value) => !needed || value !== '' || missing } },
  })
  return <CountryField {...field} className="content-start" label={label} error={useFault(name)} />
}

function NationalitiesAnswer({ label, missing, needed }: AnswerProps) {
  const { field } = useController<UserForm, 'nationalities'>({
    name: 'nationalities',
    rules: { validate: { missing: (value) => !needed || value.length > 0 || missing } },
  })
  return (
    <CountriesField
      {...field}
      label={label}
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
      <div className="field-lines">{children}</div>
    </fieldset>
  )
}
