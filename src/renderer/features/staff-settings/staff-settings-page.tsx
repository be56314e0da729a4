import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { InvitationsSection } from './invitations-section.tsx'
import { PaymentSection } from './payment-section.tsx'
import { ReportsSection } from './reports-section.tsx'
import { RetentionSection } from './retention-section.tsx'
import { settingsQuery } from './use-settings.ts'

/** What holds for the whole association. The person's own settings are another page. */
export function StaffSettingsPage() {
  const { t } = useTranslation(['staffSettings', 'reports']) // the parts below use both: fetched one by one they would take the page away
  const query = useQuery(settingsQuery)
  return (
    <StaffPage title={t('title')} lead={t('lead')}>
      <Loaded query={query} failure={t('failed')} skeleton={<Waiting />}>
        {({ reports, invitations, payment, retention }) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <ReportsSection reports={reports} />
            <InvitationsSection invitations={invitations} />
            <PaymentSection payment={payment} />
            <RetentionSection retention={retention} />
          </div>
        )}
      </Loaded>
    </StaffPage>
  )
}

const Waiting = () => (
  <div className="grid gap-6">
    {[1, 2, 3, 4].map((part) => (
      <Skeleton key={part} className="h-56" />
    ))}
  </div>
)
