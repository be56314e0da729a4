import { Smartphone } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** That a phone will do later. A sentence and no choice: one way alone leaves nothing to choose. */
export function PhoneLater() {
  const { t } = useTranslation('ui')
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      <Smartphone aria-hidden="true" size={18} className="shrink-0" />
      {t('phoneLater')}
    </p>
  )
}
