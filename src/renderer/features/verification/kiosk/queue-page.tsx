import { useTranslation } from 'react-i18next'
import { Page } from '../../../ui/page.tsx'
import { QueueView } from './queue-view.tsx'

/** The queue for signed-in staff, after the event: in the kiosk it opens over the scanner. */
export function QueuePage() {
  const { t } = useTranslation('kiosk')
  return (
    <Page wide title={t('queue.title')} lead={t('queue.lead')}>
      <QueueView />
    </Page>
  )
}
