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
import { type Language, LANGUAGES, textDirection } from '#shared/domain/text/languages.ts'
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

/** Links to the site load it anew, and end this program. */
function Header() {
  const { t } = useTranslation('common')
  const language = useLanguage()
  // So narrow that the three stand on one line of a phone.
  const other = (next: Language) => (
    <button
      key={next}
      type="button"
      lang={next}
      aria-pressed={next === language}
      className="min-h-11 w-19 rounded-md font-semibold text-brand hover:bg-brand-soft aria-pressed:underline"
      onClick={() => void speak(next)}
    >
      {LANGUAGE_NAMES[next]}
    </button>
  )
  return (
    <header className="border-b border-line bg-surface print:hidden">
      <div className="column flex flex-wrap items-center justify-between gap-x-4 py-1">
        <a href="/" className="inline-flex min-h-11 items-center text-lg font-bold text-brand">
          {t('appName')}
        </a>
        <fieldset aria-label={t('language.label')} className="flex flex-wrap">
          {LANGUAGES.map(other)}
        </fieldset>
      </div>
    </header>
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
          <Header />
          <main id="main" tabIndex={-1}>
            <Boundary>
              <WitnessPage />
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
