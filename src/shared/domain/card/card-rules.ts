/**
 * A card is in force for a year; an offline check knows only the date on it and the status list.
 */
import { DAY_S } from '../units.ts'

export const CARD_VALIDITY_S = 365 * DAY_S
/** A member who opens the card in its last 30 days gets a new year; the older print stays good until its own date. */
export const CARD_RENEWAL_WINDOW_S = 30 * DAY_S

/** Characters that main accepts from one scan. Our cards are less than a tenth as long. */
export const READING_MAX_CHARACTERS = 4_096
export const cutReading = (text: string): string => text.slice(0, READING_MAX_CHARACTERS)
