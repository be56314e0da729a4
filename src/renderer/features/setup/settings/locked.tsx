import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** Beside what the association's file decides. */
export function Locked() {
  const { t } = useTranslation('desktopSettings')
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      <Lock aria-hidden="true" size={16} className="shrink-0" />
      {t('managed')}
    </p>
  )
}
