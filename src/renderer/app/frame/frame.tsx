import { RotateCw } from 'lucide-react'
import { use, useEffect, useState, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router-dom'
import { platform } from '@platform'
import { useLanguage } from '../../i18n/use-format.ts'
import { useSession } from '../../platform/session/session.ts'
import { Announcer } from '../../ui/feedback/announcer.tsx'
import { PageSpinner } from '../../ui/feedback/spinner.tsx'
import { ToastArea } from '../../ui/feedback/toast-area.tsx'
import { KnownRoutes } from '../../ui/known-routes.ts'
import type { PrintedFrom } from '../../ui/layout/printed-from.tsx'
import { whenIdle } from '../../ui/when-idle.ts'
import { Turning } from '../app-router.tsx'
import { KNOWN_PATHS } from '../routes.ts'

const BUTTON = 'inline-flex min-h-11 items-center gap-2 rounded-md px-4 font-semibold'

/**
 * Keeps the offline copy up to date, and offers a newer version: the page never reloads
 * automatically.
 */
function NewVersion() {
  const { t } = useTranslation('common')
  const language = useLanguage()
  const { state } = useSession()
  const [load, setLoad] = useState<() => void>()
  useEffect(() => platform.onNewVersion((next) => setLoad(() => next)), [])
  useEffect(() => {
    if (state !== 'loading')
      void platform.keepCopy({ language, withCard: state === 'authenticated' })
  }, [language, state])
  if (load === undefined) return null
  return (
    <output className="fixed inset-x-0 bottom-0 z-40 animate-rise border-t-4 border-sun bg-night text-on-night print:hidden">
      <span className="column flex flex-wrap items-center gap-x-6 gap-y-2 py-3">
        <span className="grow basis-72">
          <strong className="block font-semibold">{t('update.title')}</strong>
          <span className="block text-sm text-night-muted">{t('update.text')}</span>
        </span>
        <button
          type="button"
          className={`${BUTTON} bg-sun text-on-sun hover:underline`}
          onClick={load}
        >
          <RotateCw aria-hidden="true" size={18} />
          {t('update.load')}
        </button>
        <button
          type="button"
          className={`${BUTTON} hover:text-sun`}
          onClick={() => setLoad(undefined)}
        >
          {t('update.later')}
        </button>
      </span>
    </output>
  )
}

/** Fetched when the page is idle: hardly a visitor prints. */
function LastLineOnPaper() {
  const [fetched, setFetched] = useState<{ readonly PrintedFrom: typeof PrintedFrom }>()
  useEffect(
    () =>
      whenIdle(
        () =>
          void import('../../ui/layout/printed-from.tsx').then(
            setFetched,
            () => undefined, // without a network the sheet goes without it
          ),
      ),
    [],
  )
  return fetched === undefined ? null : <fetched.PrintedFrom />
}

export const MAIN_ID = 'main'

/** What the public pages and the dashboards have in common; each brings its own header and `main`. */
export function Frame() {
  const { t } = useTranslation('nav')
  const loading = use(Turning)
  return (
    <KnownRoutes value={KNOWN_PATHS}>
      <div className="flex min-h-dvh flex-col">
        {/* A button, because a link to #main would be a navigation for the router. */}
        <button
          type="button"
          onClick={() => document.getElementById(MAIN_ID)?.focus()}
          className="sr-only rounded-md bg-brand px-4 py-3 font-semibold text-on-brand focus:not-sr-only focus:fixed focus:start-3 focus:top-3 focus:z-60"
        >
          {t('skip')}
        </button>
        {loading && (
          <div aria-hidden="true" className="fixed inset-x-0 top-0 z-60 h-1 animate-pulse bg-sun" />
        )}
        <Outlet />
        <LastLineOnPaper />
      </div>
      <NewVersion />
      <ToastArea />
      <Announcer />
    </KnownRoutes>
  )
}

/** The frame of a page that fills the whole window: only the live region and the toasts. */
export function Bare() {
  return (
    <>
      <Suspense fallback={<PageSpinner />}>
        <Outlet />
      </Suspense>
      <ToastArea />
      <Announcer />
    </>
  )
}
