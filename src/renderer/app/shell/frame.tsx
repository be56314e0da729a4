import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router-dom'
import { Announcer } from '../../ui/announcer.tsx'
import { KnownRoutes } from '../../ui/known-routes.ts'
import { ToastArea } from '../../ui/toast-area.tsx'
import { KNOWN_PATHS } from '../routes.ts'
import { Turning } from '../turning.ts'
import { NewVersion } from './new-version.tsx'

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
      </div>
      <NewVersion />
      <ToastArea />
      <Announcer />
    </KnownRoutes>
  )
}
