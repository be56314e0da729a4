import { Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { PageSpinner } from '../../ui/spinner.tsx'
import { Banners } from './banners.tsx'
import { Footer } from './footer.tsx'
import { MAIN_ID } from './frame.tsx'
import { Header } from './header.tsx'

/** Around every page that is not a dashboard's. */
export const Shell = () => (
  <>
    <Header />
    <Banners />
    <main id={MAIN_ID} tabIndex={-1} className="grow print:p-0">
      <Suspense fallback={<PageSpinner />}>
        <Outlet />
      </Suspense>
    </main>
    <Footer />
  </>
)
