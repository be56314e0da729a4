import { Copy, RefreshCw } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DesktopSettings } from '#shared/contract/desktop/ipc-desktop.ts'
import { LANGUAGES, type Language } from '#shared/domain/text/languages.ts'
import { changeLanguage } from '../../../i18n/i18n.ts'
import { LANGUAGE_NAMES } from '../../../i18n/language-store.ts'
import { useFormat, useLanguage } from '../../../i18n/use-format.ts'
import { bridge } from '../../../platform/bridge.ts'
import { Ltr } from '../../../ui/bidi.tsx'
import { Button, LinkButton } from '../../../ui/button/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { ChoiceCards } from '../../../ui/field/choice-cards.tsx'
import { Switch } from '../../../ui/field/switch.tsx'
import { SelectField } from '../../../ui/field/text-field.tsx'
import { useHasRoute } from '../../../ui/known-routes.ts'
import { Facts } from '../../../ui/layout/facts.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Loaded } from '../../../ui/loaded/loaded.tsx'
import { ServerForm } from '../server-form.tsx'
import { SettingsFaultNotices } from '../settings-fault.tsx'
import { Locked } from './locked.tsx'
import { UpdatesSection } from './updates-section.tsx'
import { useAsked, useSettingsChange, useRefresh } from './use-asked.ts'

function ServerSection({
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

function PrinterSection({
  settings: { printer, managed },
}: {
  readonly settings: DesktopSettings
}) {
  const { t } = useTranslation('desktopSettings')
  const { data: printers = [] } = useAsked('printers:list')
  const change = useSettingsChange()
  const isLocked = managed.includes('printer')
  // One that is switched off is not in the list, and stays the choice.
  const away =
    printer !== null && !printers.some(({ name }) => name === printer)
      ? [{ value: printer, label: t('printer.away', { name: printer }) }]
      : []
  return (
    <Section title={t('printer.title')} lead={t('printer.lead')}>
      <SelectField
        label={t('printer.choose')}
        className="max-w-md"
        disabled={isLocked}
        value={printer ?? ''}
        options={[
          { value: '', label: t('printer.ask') },
          ...printers.map(({ name, label }) => ({ value: name, label })),
          ...away,
        ]}
        onChange={({ target }) =>
          change.mutate({ printer: target.value === '' ? null : target.value })
        }
      />
      {isLocked && <Locked />}
    </Section>
  )
}

/** What checks cards without network, and what waits to be sent. */
function DoorSection() {
  const { t } = useTranslation('desktopSettings')
  const format = useFormat()
  const hasRoute = useHasRoute()
  const { data: list } = useAsked('offline:state', 'offline:changed')
  const { data: queue } = useAsked('queue:state', 'queue:changed')
  const refresh = useRefresh('offline:refresh', 'offline:state')
  return (
    <Section
      title={t('door.title')}
      lead={t('door.lead')}
      actions={
        <>
          {hasRoute('/kiosk/queue') && (
            <LinkButton to="/kiosk/queue" variant="secondary">
              {t('door.queue')}
            </LinkButton>
          )}
          <Button
            variant="secondary"
            busy={refresh.isPending}
            icon={<RefreshCw aria-hidden="true" size={18} />}
            onClick={() => refresh.mutate()}
          >
            {t('door.refresh')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {list?.tooOld === true && <Notice tone="warning">{t('door.tooOld')}</Notice>}
        {list?.clockWrong === true && <Notice tone="warning">{t('door.clock')}</Notice>}
        <Facts
          items={[
            {
              label: t('door.issued'),
              value:
                list === undefined || list.listIssuedAt === null
                  ? t('door.never')
                  : `${format.dateTime(list.listIssuedAt)} (${format.relative(list.listIssuedAt)})`,
            },
            {
              label: t('door.cards'),
              value:
                list === undefined || list.cards === null ? undefined : format.number(list.cards),
            },
            {
              label: t('door.tried'),
              value:
                list === undefined || list.lastTryAt === null
                  ? undefined
                  : format.dateTime(list.lastTryAt),
            },
            {
              label: t('door.waiting'),
              value: queue === undefined ? undefined : format.number(queue.waiting),
            },
          ]}
        />
      </div>
    </Section>
  )
}

const ZOOMS = [0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3]

function DisplaySection({ settings: { zoom, managed } }: { readonly settings: DesktopSettings }) {
  const { t } = useTranslation('desktopSettings')
  const language = useLanguage()
  const format = useFormat()
  const change = useSettingsChange()
  const isLocked = managed.includes('language')
  const choose = async (next: Language): Promise<void> => {
    await changeLanguage(next)
    change.mutate({ language: next })
  }
  const zooms = ZOOMS.includes(zoom) ? ZOOMS : [...ZOOMS, zoom].toSorted((a, b) => a - b)
  return (
    <Section title={t('display.title')}>
      <div className="grid gap-5">
        <ChoiceCards
          legend={t('display.language')}
          options={LANGUAGES.map((code) => ({
            value: code,
            label: <span lang={code}>{LANGUAGE_NAMES[code]}</span>,
            disabled: isLocked && code !== language,
          }))}
          value={language}
          onChange={(next) => void choose(next)}
          columns={3}
        />
        {isLocked && <Locked />}
        <SelectField
          label={t('display.zoom')}
          className="max-w-xs"
          disabled={managed.includes('zoom')}
          value={String(zoom)}
          options={zooms.map((value) => ({
            value: String(value),
            label: format.number(value, { style: 'percent' }),
          }))}
          onChange={({ target }) => change.mutate({ zoom: Number(target.value) })}
        />
        {managed.includes('zoom') && <Locked />}
      </div>
    </Section>
  )
}

function StartSection({
  settings: { startAtLogin, managed },
}: {
  readonly settings: DesktopSettings
}) {
  const { t } = useTranslation('desktopSettings')
  const change = useSettingsChange()
  const isLocked = managed.includes('startAtLogin')
  return (
    <Section title={t('start.title')}>
      <Switch
        label={t('start.atLogin')}
        hint={t('start.atLoginHint')}
        disabled={isLocked}
        checked={startAtLogin}
        onChange={(next) => change.mutate({ startAtLogin: next })}
      />
      {isLocked && <Locked />}
    </Section>
  )
}

/** Remote support reads the versions and states here; there is no personal data. */
function DiagnosticsSection() {
  const { t } = useTranslation('desktopSettings')
  const [shown, setShown] = useState(false)
  const text = useId()
  const copy = async (): Promise<void> => {
    try {
      await bridge().invoke('diagnostics:copy')
      toast.success(t('diagnostics.copied'))
    } catch {
      toast.error(t('notDone'))
    }
  }
  return (
    <Section
      title={t('diagnostics.title')}
      lead={t('diagnostics.lead')}
      actions={
        <>
          <Button
            variant="secondary"
            aria-expanded={shown}
            aria-controls={shown ? text : undefined}
            onClick={() => setShown(!shown)}
          >
            {t(shown ? 'diagnostics.hide' : 'diagnostics.show')}
          </Button>
          <Button
            variant="secondary"
            icon={<Copy aria-hidden="true" size={18} />}
            onClick={() => void copy()}
          >
            {t('diagnostics.copy')}
          </Button>
        </>
      }
    >
      {shown ? <Text id={text} /> : <p className="text-muted">{t('diagnostics.holds')}</p>}
    </Section>
  )
}

function Text({ id }: { readonly id: string }) {
  const { t } = useTranslation('desktopSettings')
  const { data, isError } = useAsked('diagnostics:read')
  return (
    <section
      id={id}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text of its own: it is reached and scrolled by keyboard
      tabIndex={0}
      aria-label={t('diagnostics.title')}
      className="max-h-96 overflow-auto rounded-md border border-line bg-sunken p-3"
    >
      <pre dir="ltr" className="text-start text-sm wrap-anywhere whitespace-pre-wrap">
        {isError ? t('notDone') : data}
      </pre>
    </section>
  )
}

/** Settings of this computer, for all its users. */
export function DesktopSettingsPage() {
  const { t } = useTranslation('desktopSettings')
  const settings = useAsked('settings:get', 'settings:changed')
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Loaded query={settings} failure={t('notLoaded')} skeleton={<Skeleton className="h-96" />}>
        {(held) => (
          <div className="grid gap-6">
            {held.fault !== null && (
              <>
                <SettingsFaultNotices faultIn={held.faultIn} />
                <p className="text-sm text-muted">
                  {t('faultDetail')} <Ltr className="wrap-anywhere">{held.fault}</Ltr>
                </p>
              </>
            )}
            <DisplaySection settings={held} />
            <StartSection settings={held} />
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
