import arCard from '#locales/ar/idCard.json' with { type: 'json' }
import ar from '#locales/ar/wallet.json' with { type: 'json' }
import enCard from '#locales/en/idCard.json' with { type: 'json' }
import en from '#locales/en/wallet.json' with { type: 'json' }
import frCard from '#locales/fr/idCard.json' with { type: 'json' }
import fr from '#locales/fr/wallet.json' with { type: 'json' }
import type { Language } from '#shared/domain/text/languages.ts'

const TEXTS = {
  ar: { ...arCard.card, ...ar.pass },
  en: { ...enCard.card, ...en.pass },
  fr: { ...frCard.card, ...fr.pass },
}

/** The words on a pass, in the language of the member. */
export const passTexts = (language: Language) => TEXTS[language]
