import { useTranslation } from 'react-i18next'
import { Page } from '../../../ui/layout/page.tsx'
import { QueueView } from './queue-view.tsx'

/** The outbox for signed-in staff, after the event. In the kiosk the same view opens over the scanner. */
export function QueuePage() {
  const { t } = useTranslation('kiosk')
  return (
    <Page wide title={t('queue.title')} lead={t('queue.lead')}>
      <QueueView />
    </Page>
  )
}
