import { Download, RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { DesktopSettings, UpdateState } from '#shared/contract/desktop/ipc-desktop.ts'
import { platform } from '@platform'
import { useFormat, useLanguage } from '../../../i18n/use-format.ts'
import { Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Switch } from '../../../ui/field/switch.tsx'
import { Facts } from '../../../ui/layout/facts.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Locked } from './locked.tsx'
import { useAsked, useRefresh, useSettingsChange } from './use-asked.ts'

export function UpdatesSection({
  settings: { checkForUpdates, managed },
}: {
  readonly settings: DesktopSettings
}) {
  const { t } = useTranslation('desktopSettings')
  const format = useFormat()
  const { data: info } = useAsked('app:info')
  const { data: update } = useAsked('updates:state', 'updates:changed')
  const check = useRefresh('updates:check', 'updates:state')
  const change = useSettingsChange()
  const isLocked = managed.includes('checkForUpdates')
  return (
    <Section
      title={t('updates.title')}
      actions={
        <Button
          variant="secondary"
          busy={check.isPending}
          disabled={update?.state === 'off'}
          icon={<RefreshCw aria-hidden="true" size={18} />}
          onClick={() => check.mutate()}
        >
          {t('updates.check')}
        </Button>
      }
    >
      <div className="grid gap-4">
        {update !== undefined && <News update={update} />}
        <Facts
          items={[
            { label: t('updates.version'), value: <Ltr>{info?.version}</Ltr> },
            {
              label: t('updates.checked'),
              value:
                update === undefined || update.checkedAt === null
                  ? t('updates.never')
                  : format.dateTime(update.checkedAt),
            },
          ]}
        />
        <Switch
          label={t('updates.byItself')}
          hint={t('updates.byItselfHint')}
          checked={checkForUpdates}
          disabled={isLocked}
          onChange={(next) => change.mutate({ checkForUpdates: next })}
        />
        {isLocked && <Locked />}
      </div>
    </Section>
  )
}

function News({
  update: { state, version, notes, url, sha256, required, fault },
}: {
  readonly update: UpdateState
}) {
  const { t } = useTranslation('desktopSettings')
  const language = useLanguage()
  if (state === 'off') return <p className="text-muted">{t('updates.off')}</p>
  if (state === 'unknown') return null
  if (state === 'failed')
    return (
      <Notice tone="warning">{t(`updates.fault.${fault === 'none' ? 'format' : fault}`)}</Notice>
    )
  if (state === 'current') return <Notice tone="success">{t('updates.current')}</Notice>
  return (
    <Notice
      tone={required ? 'warning' : 'info'}
      title={t('updates.available', { version })}
      action={
        url !== null && (
          <Button
            variant="secondary"
            icon={<Download aria-hidden="true" size={18} />}
            onClick={() => void platform.openExternal(url)}
          >
            {t('updates.download')}
          </Button>
        )
      }
    >
      {required && <p>{t('updates.required')}</p>}
      {notes !== null && (
        <>
          <p className="font-semibold">{t('updates.new')}</p>
          <p className="whitespace-pre-line">{notes[language]}</p>
        </>
      )}
      {sha256 !== null && (
        <p className="text-sm">
          {t('updates.hash')} <Ltr className="font-mono wrap-anywhere select-all">{sha256}</Ltr>
        </p>
      )}
    </Notice>
  )
}
