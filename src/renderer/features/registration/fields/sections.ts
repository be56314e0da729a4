import { MEMBER_PAGES } from '#shared/domain/people/member-fields.ts'
import type { FieldName } from '../application.ts'

export interface FormSection {
  readonly id: string
  readonly fields: readonly FieldName[]
  /** No field in it is required, so it does not count in the progress. */
  readonly optional?: true
}

const PAGE = MEMBER_PAGES.application

/** The form in its order (docs/spec/registration.md, 2). */
export const SECTIONS = [
  { id: 'personal', fields: PAGE.personal },
  { id: 'contact', fields: ['phoneCountry', 'phone', 'password', 'passwordAgain'] },
  { id: 'birth', fields: PAGE.birth },
  { id: 'location', fields: PAGE.location },
  { id: 'mother', fields: PAGE.mother },
  { id: 'occupation', fields: ['occupation', 'otherOccupation'], optional: true },
  { id: 'nationalities', fields: PAGE.nationalities },
  { id: 'photos', fields: ['idFront', 'idBack', 'portrait'] },
  { id: 'invitation', fields: PAGE.invitation },
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
