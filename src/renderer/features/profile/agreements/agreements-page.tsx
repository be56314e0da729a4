import { useTranslation } from 'react-i18next'
import { useSession } from '../../../platform/session/session.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { AgreementsSection } from './agreements-section.tsx'

/** Where the line that asks members leads. */
export function AgreementsPage() {
  const { t } = useTranslation('profile')
  const session = useSession()
  if (session.state !== 'authenticated') return null
  return (
    <Page title={t('agreements.page.title')} lead={t('agreements.page.lead')}>
      <AgreementsSection cardId={session.user.cardId} />
    </Page>
  )
}
