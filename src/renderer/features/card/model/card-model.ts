import type { Reply } from '#shared/contract/base/define-route.ts'
/** From the server's reply to the words on the card: pure, so that every line of the card can be tested. */
import type { myCard } from '#shared/contract/card.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { type Role, roleOf } from '#shared/domain/people/roles.ts'
import type { Language } from '#shared/domain/text/languages.ts'
import { createFormatter } from '../../../i18n/format.ts'
import { cardDate, dayOfInstant } from './card-dates.ts'
import { type Bilingual, bilingual, CARD_TEXTS } from './card-texts.ts'

export type CardReply = Reply<typeof myCard>

/** The rows of the card in reading order; the name stands above them. */
export const CARD_FIELDS = [
  'birthDate',
  'birthPlace',
  'sex',
  'nationalities',
  'currentCountry',
  'profession',
  'issueDate',
  'memberSince',
] as const
export type CardFieldKey = (typeof CARD_FIELDS)[number]

export interface CardField {
  readonly key: CardFieldKey
  readonly label: Bilingual
  /** A plain text is the member's own word, in the script that they wrote. */
  readonly value: Bilingual | string
}

export interface CardModel {
  readonly payload: string
  readonly cardId: string
  /** The card id without its prefix, as it is shown (docs/spec/card.md, 2). */
  readonly number: string
  readonly name: string
  readonly role: Role
  readonly roleTitle: Bilingual
  readonly fields: readonly CardField[]
  /** YYYY-MM-DD */
  readonly expiresOn: string
}

export function buildCardModel(card: CardReply, today: string): CardModel {
  const role = roleOf(card.role.id)
  const value = (key: CardFieldKey): Bilingual | string => {
    const [en, ar] = [cardValue(card, key, 'en', today), cardValue(card, key, 'ar', today)]
    return en === ar ? en : { en, ar }
  }
  return {
    payload: card.payload,
    cardId: card.cardId,
    number: bareCardId(card.cardId),
    name: card.name,
    role,
    roleTitle: bilingual((texts) => texts.roles[role]),
    fields: CARD_FIELDS.map((key) => ({
      key,
      label: bilingual((texts) => texts[key]),
      value: value(key),
    })),
    expiresOn: dayOfInstant(card.expiresAt),
  }
}

/** One value in one language: the card shows two of them, the list under it the reader's. */
export function cardValue(
  card: CardReply,
  key: CardFieldKey,
  language: Language,
  today: string,
): string {
  const texts = CARD_TEXTS[language]
  const format = createFormatter(language)
  switch (key) {
    case 'birthDate':
      return cardDate(card.dob, language)
    case 'birthPlace':
      return card.birthPlace
    case 'sex':
      return texts.sexes[card.sex]
    case 'nationalities':
      return card.nationalities
        .map((code) => format.country(code))
        .join(language === 'ar' ? '، ' : ', ')
    case 'currentCountry':
      return format.country(card.currentCountry)
    case 'profession':
      return professionName(card.profession, card.sex, language)
    case 'issueDate':
      return cardDate(today, language)
    case 'memberSince':
      return cardDate(dayOfInstant(card.memberSince), language)
    default:
      return key satisfies never
  }
}

/** The four professions of the form have names in every language; anything else is the member's own word. */
function professionName(profession: string, sex: CardReply['sex'], language: Language): string {
  const known: Readonly<Record<string, { readonly m: string; readonly f: string }>> =
    CARD_TEXTS[language].professions
  return known[profession.toLowerCase()]?.[sex] ?? profession
}
