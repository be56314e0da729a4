import type { ComponentType } from 'react'
import { useLanguage } from '../../../i18n/use-format.ts'

export interface Sample {
  readonly name: string
  readonly Show: ComponentType
}

/** Texts of the samples. No user sees them, so they are not translated. */
export function useWords(): (english: string, arabic: string) => string {
  const language = useLanguage()
  return (english, arabic) => (language === 'ar' ? arabic : english)
}
