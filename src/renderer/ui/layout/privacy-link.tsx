import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'

/** Stands where data are asked for. */
export function PrivacyLink() {
  const { t } = useTranslation('ui')
  return (
    <Link
      to="/privacy"
      className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
    >
      {t('privacyLink')}
    </Link>
  )
}
