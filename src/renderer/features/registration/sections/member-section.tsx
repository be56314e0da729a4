/** The parts of the form that ask for fields of a member, drawn by their kinds (`MEMBER_FIELDS`). */
import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { isRequired, MEMBER_PAGES, specOf } from '#shared/domain/people/member-fields.ts'
import { MARITAL_STATUSES } from '#shared/domain/people/registration-rules.ts'
import { CountriesField, CountryField } from '../../../ui/combo/country-field.tsx'
import { ChoiceCards } from '../../../ui/field/choice-cards.tsx'
import { TextArea } from '../../../ui/field/text-area.tsx'
import { type Application, MEMBER_ANSWERS, type MemberAnswer, SEXES } from '../application.ts'
import {
  AnswerField,
  FieldPlace,
  type NamesOf,
  useAnswer,
  useFault,
  useFieldTexts,
} from '../fields/fields.tsx'
import { SectionCard } from '../fields/section-card.tsx'
import { BirthDateField } from './birth-date-field.tsx'
import {
  InvitationAnswer,
  OccupationAnswer,
  Passwords,
  PhoneAnswer,
  ProvenEmail,
  TribeAnswer,
} from './special-fields.tsx'

export type MemberSectionId = keyof typeof MEMBER_PAGES.application

/** What is asked for in a way of its own. */
const SPECIAL: Readonly<Record<string, () => ReactNode>> = {
  proven: ProvenEmail,
  phone: PhoneAnswer,
  password: Passwords,
  occupation: OccupationAnswer,
  recommendedBy: InvitationAnswer,
  tribe: TribeAnswer,
}

/** Everything that a browser would keep is off: it would offer the tribe to the next user of this phone. */
const AUTO_COMPLETE: Readonly<Partial<Record<MemberAnswer, string>>> = {
  firstName: 'given-name',
  lastName: 'family-name',
  currentCity: 'address-level2',
  currentVillage: 'address-level3',
}

const WIDE = 'sm:col-span-2'
const COMMENTS_MAX = 2_000

/** Short fields two in a line, where there is room. */
export function MemberSection({ id }: { readonly id: MemberSectionId }) {
  return (
    <SectionCard id={id}>
      <div className="field-lines">
        {MEMBER_PAGES.application[id].map((name) => {
          const Special = SPECIAL[name]
          if (Special !== undefined)
            return (
              <div key={name} className={`grid gap-5 ${WIDE}`}>
                <Special />
              </div>
            )
          return isAnswer(name) && <MemberField key={name} name={name} />
        })}
      </div>
    </SectionCard>
  )
}

const isAnswer = (name: string): name is MemberAnswer =>
  MEMBER_ANSWERS.some((field) => field === name)

function MemberField({ name }: { readonly name: MemberAnswer }) {
  if (name === 'nationalities') return <CountriesAnswer />
  switch (specOf(name).kind) {
    case 'number':
      return (
        <AnswerField
          name={name}
          inputMode="numeric"
          maxLength={2}
          autoComplete="off"
          dir="ltr"
          required
        />
      )
    case 'sex':
      return <ChoiceAnswer name={name} values={SEXES} columns={2} />
    case 'marital':
      return <ChoiceAnswer name={name} values={MARITAL_STATUSES} columns={4} />
    case 'date':
      return <DateAnswer name={name} />
    case 'country':
      return <CountryAnswer name={name} />
    case 'comment':
      return <CommentAnswer name={name} />
    default:
      return (
        <AnswerField
          name={name}
          autoComplete={AUTO_COMPLETE[name] ?? 'off'}
          dir="auto"
          required={isRequired(name, 'applicant')}
        />
      )
  }
}

interface AnswerProps {
  readonly name: Exclude<MemberAnswer, 'nationalities'>
}

function ChoiceAnswer({
  name,
  values,
  columns,
}: AnswerProps & { readonly values: readonly string[]; readonly columns: 2 | 4 }) {
  const { t } = useTranslation('memberFields')
  const { field, error } = useAnswer<NamesOf<string>>(name)
  return (
    <FieldPlace name={name} className={WIDE}>
      <ChoiceCards
        legend={t(`${name}.label`)}
        columns={columns}
        options={values.map((value) => ({ value, label: t(`${name}.options.${value}`) }))}
        value={field.value || undefined}
        onChange={field.onChange}
        error={error}
        required
      />
    </FieldPlace>
  )
}

function DateAnswer({ name }: AnswerProps) {
  const { field, error } = useAnswer(name)
  const { value, onChange, onBlur } = field
  return (
    <FieldPlace name={name} className={WIDE}>
      <BirthDateField
        {...useFieldTexts()(name)}
        error={error}
        value={value}
        onChange={onChange}
        onBlur={onBlur}
      />
    </FieldPlace>
  )
}

function CountryAnswer({ name }: AnswerProps) {
  const { field, error } = useAnswer(name)
  return (
    <FieldPlace name={name} className={WIDE}>
      <CountryField {...field} {...useFieldTexts()(name)} error={error} required />
    </FieldPlace>
  )
}

function CountriesAnswer() {
  const { field, error } = useAnswer('nationalities')
  return (
    <FieldPlace name="nationalities" className={WIDE}>
      <CountriesField {...field} {...useFieldTexts()('nationalities')} error={error} required />
    </FieldPlace>
  )
}

function CommentAnswer({ name }: AnswerProps) {
  const { register } = useFormContext<Application>()
  return (
    <FieldPlace name={name} className={WIDE}>
      <TextArea
        {...register(name)}
        {...useFieldTexts()(name)}
        error={useFault(name)}
        maxChars={COMMENTS_MAX}
        rows={3}
        dir="auto"
      />
    </FieldPlace>
  )
}
