/**
 * The words printed on the card. The card is a bilingual document whatever the language of the interface, so its
 * words are imported and not asked from i18next, which holds one language at a time.
 */
import ar from '#locales/ar/idCard.json'
import en from '#locales/en/idCard.json'
import fr from '#locales/fr/idCard.json'
import type { Language } from '#shared/domain/text/languages.ts'

export type CardTexts = (typeof en)['card']
export const CARD_TEXTS: Readonly<Record<Language, CardTexts>> = {
  en: en.card,
  ar: ar.card,
  fr: fr.card,
}

/** The same thing in the two languages of the card. */
export interface Bilingual {
  readonly en: string
  readonly ar: string
}

export const bilingual = (pick: (texts: CardTexts) => string): Bilingual => ({
  en: pick(CARD_TEXTS.en),
  ar: pick(CARD_TEXTS.ar),
})
