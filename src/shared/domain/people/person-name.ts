/**
 * Letters of the Latin and Arabic scripts with their marks, spaces, hyphens and apostrophes (docs/spec/registration.md, 4;
 * the apostrophe by decision: N'Diaye and O'Neill are names).
 */
const NAME =
  /^[\p{Script=Latin}\p{Script=Arabic}\p{M}][\p{Script=Latin}\p{Script=Arabic}\p{M} '’-]*$/u
const DIGIT = /\p{N}/u

export const NAME_MAX_LENGTH = 80

/** One spelling for one name: composed letters, single blanks, no blanks at the ends. */
export const canonicalName = (name: string): string =>
  name.normalize('NFC').replace(/\s+/g, ' ').trim()

export const isPersonName = (name: string): boolean =>
  name.length <= NAME_MAX_LENGTH && NAME.test(name) && !DIGIT.test(name)

export const fullName = (person: {
  readonly firstName: string
  readonly lastName: string
}): string => canonicalName(`${person.firstName} ${person.lastName}`)
