import { oneLine } from '../text/clean-text.ts'

/**
 * A clean name: letters of the Latin and Arabic scripts with their marks, spaces, hyphens and apostrophes, at the
 * beginning too, where they stand for ʿayn (docs/spec/registration.md, 4; the apostrophe by decision: N'Diaye, O'Neill
 * and 'Alī are names). Persian writes a break (U+200C) inside a name.
 */
const NAME =
  /^['’]?(?=\p{L})[\p{Script=Latin}\p{Script=Arabic}](?:(?=\p{L})[\p{Script=Latin}\p{Script=Arabic}]|[\p{M}\u200c '’-])*$/u

export const NAME_MAX_LENGTH = 80

export const isPersonName = (name: string): boolean =>
  name.length <= NAME_MAX_LENGTH && NAME.test(name)

export const fullName = (person: {
  readonly firstName: string
  readonly lastName: string
}): string => oneLine(`${person.firstName} ${person.lastName}`)
