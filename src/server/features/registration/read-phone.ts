import { parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * The number as it is stored (E.164), or undefined when no country has numbers like it. Only length and country are
 * asked: the tables of number ranges age faster than people in a war change their numbers.
 */
export function readPhone(phone: string): string | undefined {
  const parsed = parsePhoneNumberFromString(phone)
  return parsed !== undefined && parsed.isPossible() ? parsed.number : undefined
}
