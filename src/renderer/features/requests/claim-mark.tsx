import { Eye, Hand } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Claim } from '#shared/contract/requests.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Auto } from '../../ui/bidi.tsx'

/** Who reviews a request at the moment, in one line of a list. */
export function ClaimMark({ claim }: { readonly claim: Claim | null }) {
  const { t } = useTranslation('registrationRequests')
  const format = useFormat()
  if (claim === null) return <span className="text-muted">{t('claim.nobody')}</span>
  const Icon = claim.mine ? Hand : Eye
  return (
    <span className="inline-flex items-start gap-1.5">
      <Icon aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-info" />
      <span>
        {claim.mine ? t('claim.you') : <Auto>{claim.by.name}</Auto>}
        <span className="block text-xs text-muted">
          {t('claim.until', { time: format.time(claim.until) })}
        </span>
      </span>
    </span>
  )
}
