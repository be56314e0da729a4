import './styles/theme.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { startTransition, StrictMode, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { textDirection } from '#shared/domain/text/languages.ts'
import { platform } from '@platform'
import { startI18n } from '../i18n/i18n.ts'
import { useLanguage } from '../i18n/use-format.ts'
import { forgetOldDraft } from '../platform/offline/device-draft.ts'
import { startSession } from '../platform/session/session.ts'
import { startTheme } from '../ui/theme.ts'
import { AppRouter } from './app-router.tsx'
import { DesktopFrame } from './desktop/desktop-frame.tsx'
import { enablePage } from './enable-page.ts'
import { fetchFirst, Pages } from './router.tsx'

function App() {
  // What was written ahead has just been taken over; see public/first-paint.js.
  useLayoutEffect(() => root?.removeAttribute('data-ahead'), [])
  const direction = textDirection(useLanguage())
  return (
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={direction}>
        <AppRouter>
          {/*
           * Alone on the web, as in prerender.tsx: beside another child, also one that draws nothing, the ids that React
           * makes differ from those that were written ahead, and a field no longer finds its error.
           */}
          {import.meta.env.MODE === 'web' || platform.bridge === undefined ? (
            <Pages />
          ) : (
            <>
              <DesktopFrame bridge={platform.bridge} />
              <Pages />
            </>
          )}
        </AppRouter>
      </DirectionProvider>
    </CSPProvider>
  )
}

if (import.meta.env.MODE !== 'web' && location.pathname === '/kiosk')
  void import('../features/kiosk/kiosk-ahead.ts').then(({ startKioskAhead }) => startKioskAhead())
startTheme()
forgetOldDraft(localStorage, Date.now())
void startSession()
await startI18n() // before the first render, so that no text appears in a wrong language or direction
await fetchFirst(location.pathname).catch(() => undefined) // the page fetches it again, and says what is wrong

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
const app = (
  <StrictMode>
    <App />
  </StrictMode>
)
// Taken over as it stands, where it was written for this person; a part that differs (a theme chosen earlier, a new
// year in the footer) is drawn anew: no fault to report, but one that tests can see. As a transition, React gives the
// browser a turn every few milliseconds; without it the first drawing is one long task.
if (
  root.dataset['ahead'] !== undefined &&
  document.documentElement.dataset['notAhead'] === undefined
)
  startTransition(() => {
    hydrateRoot(root, app, { onRecoverableError: () => performance.mark('redrawn') })
  })
else {
  enablePage()
  startTransition(() => createRoot(root).render(app))
}
