import { ArrowLeft } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet } from 'react-router-dom'
import { PageSpinner } from '../../ui/feedback/spinner.tsx'
import { Emblem } from '../../ui/picture/emblem.tsx'
import { useDashboardLink } from '../desktop/menu-links.ts'
import { MAIN_ID } from './frame.tsx'
import { LanguageSelect, ThemeMenu } from './preferences.tsx'

/** Around the pages about this computer: the way back to the work, and nothing of the public site. */
export function ToolFrame() {
  const { t } = useTranslation('nav')
  const dashboard = useDashboardLink()
  return (
    <>
      <header className="border-b border-line bg-surface print:hidden">
        <div aria-hidden="true" className="weave h-1" />
        <div className="column flex min-h-14 flex-wrap items-center gap-2">
          <Emblem size={32} />
          <Link
            to={dashboard?.to ?? '/login'}
            className="me-auto inline-flex min-h-11 items-center gap-2 rounded-md px-3 font-semibold hover:bg-sunken"
          >
            <ArrowLeft aria-hidden="true" size={20} className="mirror" />
            {dashboard?.label ?? t('login')}
          </Link>
          <LanguageSelect />
          <ThemeMenu />
        </div>
      </header>
      <main id={MAIN_ID} tabIndex={-1} className="grow">
        <Suspense fallback={<PageSpinner />}>
          <Outlet />
        </Suspense>
      </main>
    </>
  )
}
