import { List } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { LinkButton } from '../../../ui/button.tsx'
import { listOf } from './list-address.ts'

/** Back to the list as it was filtered. */
export function BackToList() {
  const { t } = useTranslation('registrationRequests')
  const search = listOf(useLocation().state)
  return (
    <LinkButton
      to={{ pathname: '..', search }}
      relative="path"
      variant="secondary"
      icon={<List aria-hidden="true" size={18} />}
    >
      {t('review.backToList')}
    </LinkButton>
  )
}
