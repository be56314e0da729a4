import type { ComponentType } from 'react'
import { useLanguage } from '../../../i18n/use-format.ts'

export interface Sample {
  readonly name: string
  readonly Show: ComponentType
}

/** Texts of the samples. They are nobody's interface, so they do not go through the translations. */
export function useWords(): (english: string, arabic: string) => string {
  const language = useLanguage()
  return (english, arabic) => (language === 'ar' ? arabic : english)
}
