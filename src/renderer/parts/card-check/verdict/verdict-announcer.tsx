import { useTranslation } from 'react-i18next'
import type { VerifyReply } from '#shared/contract/card.ts'
import type { CardInput, Check } from '../check/check-state.ts'
import { inputContext } from './unchecked-card.tsx'
import { verdictView } from './verdict-view.ts'

/**
 * Announces each verdict to screen readers at once, in one sentence. The region always exists: screen readers often
 * miss a region that appears together with its text. It is empty in between, so that two equal verdicts are both
 * announced.
 */
export function VerdictAnnouncer({ check }: { readonly check: Check }) {
  const { t } = useTranslation('verification')
  return (
    <div aria-live="assertive" aria-atomic="true" className="sr-only">
      {text()}
    </div>
  )

  function text(): string {
    if (check.kind === 'shown') return verdictText(check.reply, check.input, 'online')
    if (check.kind === 'unchecked' && check.offline !== undefined)
      return t('spoken.offline', { text: verdictText(check.offline.reply, check.input, 'offline') })
    if (check.kind === 'unchecked')
      return t('spoken.unchecked', {
        title: t(`unchecked.${check.trouble.kind}.title`),
        text: t(`unchecked.${check.trouble.kind}.text`, inputContext(check.input)),
      })
    return ''
  }

  function verdictText(reply: VerifyReply, input: CardInput, source: 'online' | 'offline'): string {
    const { look, titleKey, todoKey, person } = verdictView(reply, input, source)
    const parts = { word: t(look.word), title: t(titleKey), todo: t(todoKey) }
    return person === undefined
      ? t('spoken.verdict', parts)
      : t('spoken.verdictOf', { ...parts, name: person.name })
  }
}
