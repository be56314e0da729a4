import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DesktopSettings } from '#shared/contract/desktop/ipc-desktop.ts'
import { Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Facts } from '../../../ui/layout/facts.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { ServerForm } from '../server-form.tsx'
import { Locked } from './locked.tsx'

export function ServerSection({
  settings: { serverUrl, serverFrom },
}: {
  readonly settings: DesktopSettings
}) {
  const { t } = useTranslation('desktopSettings')
  const [changing, setChanging] = useState(false)
  const mayChange = serverFrom === 'settings' || serverFrom === 'none'
  return (
    <Section
      title={t('server.title')}
      actions={
        mayChange &&
        !changing && (
          <Button variant="secondary" onClick={() => setChanging(true)}>
            {t('server.change')}
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        <Facts
          items={[
            {
              label: t('server.address'),
              value:
                serverUrl === null ? (
                  t('server.none')
                ) : (
                  <Ltr className="wrap-anywhere">{serverUrl}</Ltr>
                ),
            },
          ]}
        />
        {serverFrom === 'managed' && <Locked />}
        {serverFrom === 'environment' && (
          <p className="text-sm text-muted">{t('server.environment')}</p>
        )}
        {changing && mayChange && (
          <>
            <Notice tone="warning">{t('server.signsOut')}</Notice>
            <ServerForm focused onBack={() => setChanging(false)} backLabel={t('server.keep')} />
          </>
        )}
      </div>
    </Section>
  )
}
