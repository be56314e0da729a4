const DAY_S = 24 * 60 * 60
/** A card is in force for a year; an offline check cannot know more than the date on it and the status list. */
export const CARD_VALIDITY_S = 365 * DAY_S
/** A member who opens the card in its last 30 days gets a new year; the older print stays good until its own date. */
export const CARD_RENEWAL_WINDOW_S = 30 * DAY_S
