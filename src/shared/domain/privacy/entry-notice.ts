/** The mail that tells people whom staff entered what the association holds of them (GDPR, article 14; ADR 0100). */

/**
 * For the whole installation: a stolen account that imports addresses of strangers cannot mail thousands of them, and an
 * association that imports its list informs it within the month that the law gives.
 */
export const ENTRY_NOTICES_A_DAY = 200

/** The longest name in the greeting, and its most words: a longer one may be a sentence to strangers. */
const GREETED_LENGTH = 40
const GREETED_WORDS = 3

/** What the mail calls the member; blank where the name is no name to greet with. */
export const greetedName = (firstName: string): string =>
  firstName.length <= GREETED_LENGTH && firstName.split(/\s+/).length <= GREETED_WORDS
    ? firstName
    : ''

export interface EntryNoticeQueue {
  /** Mails that wait for their day. */
  readonly waiting: number
  /** What is left of the budget of the last 24 hours. */
  readonly left: number
}

/** Days from now until the last of this many more mails goes out; 0: today. */
export const lastNoticeIn = (mails: number, { waiting, left }: EntryNoticeQueue): number =>
  Math.max(0, Math.ceil((waiting + mails - left) / ENTRY_NOTICES_A_DAY))
