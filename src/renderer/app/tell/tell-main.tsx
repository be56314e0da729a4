/**
 * The page for witnesses, as a program of its own: without session, router, menus and offline copy.
 * So nothing in it can send or renew the session of a member on the same device, and it is half as
 * long as a page of the site (ADR 0043).
 */
import '../styles/theme.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Component, type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { useTranslation } from 'react-i18next'
import { LANGUAGES, textDirection } from '#shared/domain/text/languages.ts'
import { WitnessPage } from '../../features/witness-reports/witness-page.tsx'
import { LANGUAGE_NAMES } from '../../i18n/language-store.ts'
import { useLanguage } from '../../i18n/use-format.ts'
import { shouldRetry } from '../../platform/calls/call-failure.ts'
import { Button } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { startTheme } from '../../ui/theme.ts'
import { speak, startTexts } from './tell-texts.ts'

const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: shouldRetry, staleTime: 30_000 },
    mutations: { retry: false, networkMode: 'always' }, // the user decides
  },
})

/** The other languages, at the start of the bar that stays, as in the form without scripts. */
function Languages() {
  const { t } = useTranslation('common')
  const language = useLanguage()
  const others = LANGUAGES.filter((other) => other !== language)
  return (
    <fieldset aria-label={t('language.label')} className="flex shrink-0">
      {others.map((other, place) => (
        <button
          // The button that was pressed keeps the focus, and offers the language that was left.
          key={place}
          type="button"
          lang={other}
          className="min-h-11 min-w-11 rounded-md pe-3 font-semibold text-brand underline underline-offset-4 hover:bg-brand-soft"
          onClick={() => void speak(other)}
        >
          {LANGUAGE_NAMES[other]}
        </button>
      ))}
    </fieldset>
  )
}

/** A bug, or a file that did not come: what was typed is gone with the part that failed. */
class Boundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true }
  }
  override render(): ReactNode {
    return this.state.failed ? <Broken /> : this.props.children
  }
}

function Broken() {
  const { t } = useTranslation(['witnessReports', 'common'])
  return (
    <div className="column py-8">
      <Notice
        tone="danger"
        title={t('failed')}
        action={<Button onClick={() => location.reload()}>{t('common:retry')}</Button>}
      />
    </div>
  )
}

function App() {
  return (
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={textDirection(useLanguage())}>
        <QueryClientProvider client={queryClient}>
          <main id="main" tabIndex={-1}>
            <Boundary>
              <WitnessPage languages={<Languages />} />
            </Boundary>
          </main>
        </QueryClientProvider>
      </DirectionProvider>
    </CSPProvider>
  )
}

const root = document.getElementById('root')
if (root === null) throw new Error('tell.html has no #root')
startTheme()
await startTexts() // before the first render, so that no text appears in a wrong language or direction
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
root.setAttribute('data-awake', '')
