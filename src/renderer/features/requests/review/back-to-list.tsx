import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { DeskBack } from '../../../ui/staff/desk/desk-bar.tsx'

/** The filters of the list that the request was opened from; nothing where it was opened by its address. */
function listOf(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('list' in state)) return ''
  return typeof state.list === 'string' ? state.list : ''
}

/** Back to the list with its filters. */
export function BackToList() {
  const { t } = useTranslation('registrationRequests')
  const search = listOf(useLocation().state)
  return <DeskBack to={{ pathname: '..', search }} label={t('review.backToList')} />
}
