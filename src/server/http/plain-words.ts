/** What a schema says of a value where it has no words of its own. zod's defaults name types of the program. */
import * as z from 'zod'

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'the fields of this call, as JSON',
  record: 'names with values, as JSON',
  date: 'a date',
}
const FORMATS: Readonly<Record<string, string>> = {
  email: 'an e-mail address such as name@example.org',
  url: 'an address such as https://example.org',
  uuid: 'an id that a list or a reply gave',
  date: 'a date, as YYYY-MM-DD',
  datetime: 'an instant in UTC, such as 2026-05-03T09:00:00Z',
}
const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  map: ['entry', 'entries'],
}

const bound = (least: boolean, origin: string, limit: number | bigint): string => {
  const unit = UNITS[origin]
  if (unit !== undefined)
    return `${least ? 'At least' : 'At most'} ${limit} ${unit[limit === 1 ? 0 : 1]}`
  return `Give ${limit} or ${least ? 'more' : 'less'}`
}

const plainWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected !== 'object' && (issue.input === undefined || issue.input === null)
        ? 'Required'
        : `Give ${KINDS[issue.expected] ?? 'a value that fits'}`
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'Required'
        : bound(true, issue.origin, issue.minimum)
    case 'too_big':
      return bound(false, issue.origin, issue.maximum)
    case 'invalid_format':
      return `Give ${FORMATS[issue.format] ?? 'a text of the form that is described for this field'}`
    case 'invalid_value':
      return `Give ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`
    case 'unrecognized_keys':
      return `Not known here: ${issue.keys.join(', ')}`
    default:
      return 'This value is not accepted here'
  }
}

/** Sets the words for all schemas of this process. */
export const usePlainWords = (): void => void z.config({ localeError: plainWords })
