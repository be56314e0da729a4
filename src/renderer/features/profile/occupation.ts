import { OCCUPATIONS } from '#shared/domain/registration-rules.ts'

/** Key of an occupation from the list, whatever its case; undefined for what the member wrote freely. */
export const occupationKey = (text: string): (typeof OCCUPATIONS)[number] | undefined =>
  OCCUPATIONS.find((known) => known.toLowerCase() === text.trim().toLowerCase())
