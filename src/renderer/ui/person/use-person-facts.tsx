import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readCountry } from '#shared/domain/people/countries.ts'
import {
  isMemberField,
  MEMBER_PAGES,
  type MemberField,
  specOf,
} from '#shared/domain/people/member-fields.ts'
import { OCCUPATIONS, readMaritalStatus } from '#shared/domain/people/registration-rules.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Auto, Email, Ltr } from '../bidi.tsx'
import type { Fact } from '../layout/facts.tsx'

type Page = Exclude<keyof typeof MEMBER_PAGES, 'form'>
type Groups<P extends Page> = (typeof MEMBER_PAGES)[P]
type NameOn<P extends Page> = Groups<P>[keyof Groups<P>] extends readonly (infer N extends string)[]
  ? N
  : never
/** Values as replies hold them; null is withheld, and left out. */
type FactsPerson = { readonly [F in MemberField]?: string | number | readonly string[] | null }

/** Label and value of one field of a person, in the words of a page; undefined where it is withheld. */
export function useFieldFact(
  page: Page,
  person: FactsPerson,
): (field: MemberField) => Fact | undefined {
  const { t } = useTranslation('memberFields')
  const format = useFormat()
  const country = (name: string): string => format.country(readCountry(name) ?? name)
  const own = (text: string): ReactNode => text && <Auto>{text}</Auto>
  const gender = page === 'application' ? '' : String(person.sex || 'm')
  /** A word of a list, in the gender of the person; applicants see the one for both. */
  const word = (field: MemberField, option: string | undefined, text: string): ReactNode =>
    option === undefined ? own(text) : t(`${field}.options.${option}`, { context: gender })

  function shown(field: MemberField, value: string | number | readonly string[]): ReactNode {
    if (typeof value === 'number') return format.number(value)
    if (typeof value !== 'string') return format.list(value.map(country))
    switch (specOf(field).kind) {
      case 'email':
        return value && <Email address={value} />
      case 'phone':
        return value && <Ltr>{value}</Ltr>
      case 'date':
        return value && format.date(value)
      case 'country':
        return country(value)
      case 'sex':
        return value && t(`${field}.options.${value}`, { context: page })
      case 'marital':
        return word(field, readMaritalStatus(value), value)
      case 'occupation': {
        if (page === 'record') return own(value) // staff see it as it was written
        const folded = value.trim().toLowerCase()
        return word(
          field,
          OCCUPATIONS.find((known) => known.toLowerCase() === folded),
          value,
        )
      }
      default:
        return own(value)
    }
  }

  return (field) => {
    const value = person[field]
    if (value === undefined || value === null) return undefined
    const label = t(`${field}.label`, { context: page })
    return { label, value: shown(field, value), wide: WIDE.includes(specOf(field).kind) }
  }
}

/**
 * The facts of a person in a group of a page (`MEMBER_PAGES`).
 * @param added the facts of the page that are no field of a member
 */
export function usePersonFacts<P extends Page>(
  page: P,
  person: FactsPerson,
  added: Readonly<Record<Exclude<NameOn<P>, MemberField>, Fact>>,
): (group: keyof Groups<P>) => readonly Fact[] {
  const fieldFact = useFieldFact(page, person)
  const factsOf = (name: string): readonly Fact[] => {
    const fact = added[name as keyof typeof added] // undefined where the name is a field
    if (fact !== undefined) return [fact]
    const shown = isMemberField(name) ? fieldFact(name) : undefined
    return shown === undefined ? [] : [shown]
  }
  const groups: Groups<P> = MEMBER_PAGES[page]
  return (group) => (groups[group] as readonly string[]).flatMap(factsOf) // every group is a list of names
}

const WIDE: readonly string[] = ['email', 'comment']
