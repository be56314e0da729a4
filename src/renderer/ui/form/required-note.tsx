import { useTranslation } from 'react-i18next'

/** What the mark of a label means, above the first field. A screen reader says "required" with each of them. */
export function RequiredNote() {
  const { t } = useTranslation('ui')
  return (
    <p aria-hidden="true" className="text-sm text-muted">
      {t('requiredNote')}
    </p>
  )
}
