import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import type { Fact } from '../../../ui/layout/facts.tsx'
import { phoneText } from '../../../ui/combo/phone-number.ts'
import { toLatinDigits } from '#shared/domain/text/digits.ts'
import { type Application, type FieldName, OTHER_OCCUPATION } from '../application.ts'
import { writtenDate } from './birth-date-parts.ts'
import type { NamesOf } from './fields.tsx'
import type { SectionId } from './sections.ts'
import { useWizard } from '../wizard.ts'

/** The data as reviewers will read it. */
export function useSummaryFacts(): Readonly<
  Record<Exclude<SectionId, 'photos'>, readonly Fact[]>
> & { readonly photos: readonly Fact[] } {
  const { t } = useTranslation('registration')
  const format = useFormat()
  const { getValues } = useFormContext<Application>()
  const email = useWizard((state) => state.ticket?.email)
  const values = getValues()
  const label = (name: FieldName | 'email'): string => t(`fields.${name}`)
  const typed = (name: NamesOf<string>): Fact => ({
    label: label(name),
    value: <Auto className="wrap-anywhere whitespace-pre-line">{values[name]}</Auto>,
  })
  const optional = (name: NamesOf<string>): Fact =>
    values[name].trim() === '' ? { label: label(name), value: undefined } : typed(name)
  const said = (name: FieldName, value: string): Fact => ({ label: label(name), value })
  const phone = phoneText({ country: values.phoneCountry, number: values.phone })
  const { occupation, otherOccupation } = values
  return {
    personal: [
      typed('firstName'),
      typed('lastName'),
      said('sex', values.sex === '' ? '' : t(`sex.${values.sex}`)),
      said(
        'maritalStatus',
        values.maritalStatus === '' ? '' : t(`maritalStatus.${values.maritalStatus}`),
      ),
      said('numberOfKids', format.number(Number(toLatinDigits(values.numberOfKids)))),
      typed('tribe'),
    ],
    contact: [
      { label: label('email'), value: <Ltr className="break-all">{email}</Ltr> },
      { label: label('phone'), value: phone === '' ? undefined : <Ltr>{phone}</Ltr> },
      said('password', t('summary.passwordHidden')),
    ],
    birth: [
      said('birthDate', format.date(writtenDate(values.birthDate) ?? '')),
      said('birthCountry', format.country(values.birthCountry)),
      typed('birthCity'),
      typed('birthVillage'),
    ],
    location: [
      said('currentCountry', format.country(values.currentCountry)),
      typed('currentCity'),
      typed('currentVillage'),
    ],
    mother: [typed('mothersFirstName'), typed('mothersLastName')],
    occupation: [
      occupation === OTHER_OCCUPATION
        ? { label: label('occupation'), value: <Auto>{otherOccupation}</Auto> }
        : {
            label: label('occupation'),
            value: occupation === '' ? undefined : t(`occupation.${occupation}`),
          },
    ],
    nationalities: [
      said('nationalities', format.list(values.nationalities.map((code) => format.country(code)))),
    ],
    photos: [],
    invitation: [
      { label: label('recommendedBy'), value: <Ltr>{values.recommendedBy}</Ltr> },
      optional('comments'),
    ],
    consent: [
      said('termsAccepted', t('summary.accepted')),
      said('newsletter', t(values.newsletter ? 'summary.yes' : 'summary.no')),
    ],
  }
}
