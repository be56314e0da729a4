import { CircleCheck, CircleDashed, RotateCw, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { KioskSystem, OfflineState } from '#shared/contract/desktop/ipc-desktop.ts'
import { bridge } from '../../../platform/bridge.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { useKiosk, offline, useOffline, useQueue } from '../use-kiosk.ts'
import { useListAge } from '../use-list-age.ts'
import { StartForm } from './start-form.tsx'

const PROMISES = ['session', 'scanOnly', 'exit', 'offline'] as const

/** The set-up of a kiosk by signed-in staff, before the doors open. */
export function StartPage() {
  const { t } = useTranslation('kiosk')
  const { value } = useKiosk()
  return (
    <Page wide title={t('start.title')} lead={t('start.lead')}>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <StartForm
          key={value === undefined ? 'loading' : 'ready'}
          lastName={value?.deviceName ?? ''}
        />
        <div className="grid gap-6">
          <StartChecks />
          <section
            aria-labelledby="kiosk-promises"
            className="rounded-lg border border-line bg-surface p-5 shadow-card"
          >
            <h2 id="kiosk-promises" className="text-xl headline">
              {t('start.whatHappens')}
            </h2>
            <ul className="mt-2 grid list-disc gap-2 ps-5">
              {PROMISES.map((name) => (
                <li key={name}>{t(`start.promise.${name}`)}</li>
              ))}
            </ul>
          </section>
        </div>
      </div>
    </Page>
  )
}

/** Whether a camera is plugged in; undefined until the list of devices was read. */
function useCameraPresent(): boolean | undefined {
  const [present, setPresent] = useState<boolean | undefined>(undefined)
  useEffect(() => {
    let gone = false
    async function look(): Promise<void> {
      const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
      if (!gone) setPresent(devices.some(({ kind }) => kind === 'videoinput'))
    }
    const changed = (): void => void look()
    changed()
    navigator.mediaDevices.addEventListener('devicechange', changed)
    return () => {
      gone = true
      navigator.mediaDevices.removeEventListener('devicechange', changed)
    }
  }, [])
  return present
}

/** What main knows of the system; undefined until it replied. */
function useKioskSystem(): KioskSystem | undefined {
  const [system, setSystem] = useState<KioskSystem | undefined>(undefined)
  useEffect(() => {
    let gone = false
    void bridge()
      .invoke('kiosk:system')
      .then(
        (known) => void (gone || setSystem(known)),
        () => undefined, // the other checks stand without it
      )
    return () => {
      gone = true
    }
  }, [])
  return system
}

/** The system may keep a camera that is connected from the app. */
function cameraGrade(
  present: boolean | undefined,
  access: KioskSystem['camera'] | undefined,
): { readonly grade: Grade; readonly text: 'good' | 'missing' | 'denied' | 'restricted' | 'asks' } {
  if (access === 'denied' || access === 'restricted') return { grade: 'warning', text: access }
  if (present === false) return { grade: 'warning', text: 'missing' }
  return access === 'not-determined'
    ? { grade: 'warning', text: 'asks' }
    : { grade: 'good', text: 'good' }
}

type Grade = 'good' | 'warning' | 'waiting'

/** What staff should know before the doors open. None of it prevents the start: a hand scanner needs no camera. */
function StartChecks() {
  const { t } = useTranslation('kiosk')
  const camera = useCameraPresent()
  const { value: state } = useOffline()
  const { value: queue } = useQueue()
  const system = useKioskSystem()
  const seen = cameraGrade(camera, system?.camera)
  return (
    <section
      aria-labelledby="kiosk-checks"
      className="rounded-lg border border-line bg-surface p-5 shadow-card"
    >
      <h2 id="kiosk-checks" className="text-xl headline">
        {t('checks.title')}
      </h2>
      <ul className="mt-2 grid">
        <Check
          grade={camera === undefined ? 'waiting' : seen.grade}
          title={t('checks.camera.title')}
        >
          {camera === undefined ? t('checks.looking') : t(`checks.camera.${seen.text}`)}
        </Check>
        <ListCheck state={state} />
        <ClockCheck state={state} />
        <Check
          grade={queue === undefined ? 'waiting' : queue.keptIn === 'keychain' ? 'good' : 'warning'}
          title={t('checks.keychain.title')}
        >
          {queue === undefined ? t('checks.looking') : t(`checks.keychain.${queue.keptIn}`)}
        </Check>
        {system !== undefined && (
          <Check grade="warning" title={t('checks.system.title')}>
            {t(`checks.system.${system.windowing}`)}
            {system.displays > 1 && (
              <p>
                {t(
                  system.windowing === 'wayland'
                    ? 'checks.system.displaysStay'
                    : 'checks.system.displaysDark',
                )}
              </p>
            )}
          </Check>
        )}
      </ul>
    </section>
  )
}

function ListCheck({ state }: { readonly state: OfflineState | undefined }) {
  const { t } = useTranslation('kiosk')
  const listAge = useListAge()
  const [busy, setBusy] = useState(false)
  async function refresh(): Promise<void> {
    setBusy(true)
    await bridge()
      .invoke('offline:refresh')
      .then(offline.put, () => undefined) // the last known state stays on the page
    setBusy(false)
  }
  const missing = state !== undefined && (!state.hasKeys || state.listAgeS === null)
  const good = state !== undefined && !missing && !state.tooOld
  return (
    <Check
      grade={state === undefined ? 'waiting' : good ? 'good' : 'warning'}
      title={t('checks.list.title')}
    >
      {state === undefined && t('checks.looking')}
      {missing && t('checks.list.missing')}
      {state !== undefined &&
        !missing &&
        t(state.tooOld ? 'checks.list.old' : 'checks.list.good', {
          age: listAge(state.listAgeS ?? 0),
        })}
      {state !== undefined && !good && (
        <Button
          variant="secondary"
          busy={busy}
          icon={<RotateCw aria-hidden="true" size={18} />}
          onClick={() => void refresh()}
          className="mt-2"
        >
          {t('checks.list.refresh')}
        </Button>
      )}
    </Check>
  )
}

function ClockCheck({ state }: { readonly state: OfflineState | undefined }) {
  const { t } = useTranslation('kiosk')
  const offS = state?.clockOffS ?? null
  const minutes = Math.max(1, Math.round(Math.abs(offS ?? 0) / 60))
  if (state === undefined || offS === null)
    return (
      <Check grade="waiting" title={t('checks.clock.title')}>
        {t(state === undefined ? 'checks.looking' : 'checks.clock.unknown')}
      </Check>
    )
  return (
    <Check grade={state.clockWrong ? 'warning' : 'good'} title={t('checks.clock.title')}>
      {state.clockWrong
        ? t(offS > 0 ? 'checks.clock.fast' : 'checks.clock.slow', { count: minutes })
        : t('checks.clock.good')}
    </Check>
  )
}

const MARKS = {
  good: <CircleCheck aria-hidden="true" size={22} className="mt-px shrink-0 text-success" />,
  warning: <TriangleAlert aria-hidden="true" size={22} className="mt-px shrink-0 text-warning" />,
  waiting: <CircleDashed aria-hidden="true" size={22} className="mt-px shrink-0 text-muted" />,
} as const satisfies Record<Grade, ReactNode>

function Check({
  grade,
  title,
  children,
}: {
  readonly grade: Grade
  readonly title: string
  readonly children: ReactNode
}) {
  const { t } = useTranslation('kiosk')
  return (
    <li className="flex items-start gap-3 border-t border-line py-2.5 first:border-t-0">
      {MARKS[grade]}
      <div className="min-w-0">
        <p className="font-semibold">
          {title}
          <span className="sr-only">: {t(`checks.grade.${grade}`)}</span>
        </p>
        <div className="text-sm text-muted">{children}</div>
      </div>
    </li>
  )
}
