import { useTranslation } from 'react-i18next'
import type { Report } from '#shared/contract/reports.ts'
import { useLanguage } from '../../i18n/use-format.ts'

/** "Written in English", for a page in another language: otherwise a foreign text looks like one that was not translated. */
export function useWrittenIn(writtenIn: Report['writtenIn']): string | undefined {
  const { t } = useTranslation('reports')
  const language = useLanguage()
  return writtenIn === undefined || writtenIn === language ? undefined : t(`writtenIn.${writtenIn}`)
}
