import { useTranslation } from 'react-i18next'
import type { Shown } from './scans.ts'
import { useCheckInText } from './use-check-in-text.ts'

/**
 * Says each result at once, in one sentence. The region is always there and empty in between, so that two equal results
 * are both said.
 */
export function ScanAnnouncer({ shown }: { readonly shown: Shown }) {
  const { t } = useTranslation('kiosk')
  const checkInText = useCheckInText()
  return (
    <div aria-live="assertive" aria-atomic="true" className="sr-only">
      {text()}
    </div>
  )

  function text(): string {
    if (shown.kind === 'failed') return `${t('word.unchecked')}. ${t('instruction.unchecked')}`
    if (shown.kind !== 'answer') return ''
    const { word, instruction, person } = shown.view
    return [t(word), person?.name, checkInText(shown.answer), t(`instruction.${instruction}`)]
      .filter((part) => part !== undefined && part !== '')
      .join('. ')
  }
}
