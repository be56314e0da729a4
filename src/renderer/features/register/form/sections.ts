import type { FieldName } from '../application.ts'

export interface FormSection {
  readonly id: string
  readonly fields: readonly FieldName[]
  /** No field in it is required, so it does not count in the progress. */
  readonly optional?: true
}

/** The form in its order (docs/spec/registration.md, 2). */
export const SECTIONS = [
  {
    id: 'personal',
    fields: ['firstName', 'lastName', 'sex', 'maritalStatus', 'numberOfKids', 'tribe'],
  },
  { id: 'contact', fields: ['phoneCountry', 'phone', 'password', 'passwordAgain'] },
  { id: 'birth', fields: ['birthDate', 'birthCountry', 'birthCity', 'birthVillage'] },
  { id: 'location', fields: ['currentCountry', 'currentCity', 'currentVillage'] },
  { id: 'mother', fields: ['mothersFirstName', 'mothersLastName'] },
  { id: 'occupation', fields: ['occupation', 'otherOccupation'], optional: true },
  { id: 'nationalities', fields: ['nationalities'] },
  { id: 'photos', fields: ['idFront', 'idBack', 'portrait'] },
  { id: 'invitation', fields: ['recommendedBy', 'comments'] },
  { id: 'consent', fields: ['termsAccepted', 'newsletter', 'sum'] },
] as const satisfies readonly FormSection[]

export type SectionId = (typeof SECTIONS)[number]['id']

/** Fields in the order in which they stand on the page. */
export const FIELD_ORDER: readonly FieldName[] = SECTIONS.flatMap(
  ({ fields }): readonly FieldName[] => fields,
)

/** Places of the page that a link leads to. */
export const sectionElementId = (id: SectionId): string => `registration-${id}`
export const FIELD_ELEMENT = 'registration-field-'
export const fieldElementId = (name: FieldName): string => `${FIELD_ELEMENT}${name}`
