import { useTranslation } from 'react-i18next'
import { Loaded } from '../../../ui/loaded.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { DiagnosticsSection } from './diagnostics-section.tsx'
import { DisplaySection } from './display-section.tsx'
import { DoorSection } from './door-section.tsx'
import { PrinterSection } from './printer-section.tsx'
import { ServerSection } from './server-section.tsx'
import { UpdatesSection } from './updates-section.tsx'
import { useAsked } from './use-asked.ts'

/** What belongs to this computer, whoever sits at it. */
export function DesktopSettingsPage() {
  const { t } = useTranslation('desktopSettings')
  const settings = useAsked('settings:get', 'settings:changed')
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Loaded query={settings} failure={t('notLoaded')} skeleton={<Skeleton className="h-96" />}>
        {(held) => (
          <div className="grid gap-6">
            {held.fault !== null && (
              <Notice tone="warning" title={t('fault')}>
                <bdi>{held.fault}</bdi>
              </Notice>
            )}
            <DisplaySection settings={held} />
            <ServerSection settings={held} />
            <PrinterSection settings={held} />
            <DoorSection />
            <UpdatesSection settings={held} />
            <DiagnosticsSection />
          </div>
        )}
      </Loaded>
    </Page>
  )
}
