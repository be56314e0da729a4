import { lazy, type ReactElement, Suspense } from 'react'
import { matchPath, useLocation } from 'react-router-dom'
import { NotFoundPage } from '../features/not-found/not-found-page.tsx'
import { PageSpinner } from '../ui/feedback/spinner.tsx'
import { Guard } from './guard/guard.tsx'
import type { LazySource } from './page-of.ts'
import { RARE_ROUTES } from './rare-routes.ts'

function elementOf(load: LazySource): ReactElement {
  const Page = lazy(async () => ({ default: (await load()).Component }))
  return (
    <Suspense fallback={<PageSpinner />}>
      <Page />
    </Suspense>
  )
}
const PAGES = RARE_ROUTES.map(({ path, access = 'public', lazy: load }) => ({
  path,
  element: <Guard access={access}>{elementOf(load)}</Guard>,
}))

/** What stands at an address that the table of pages does not have: a rare page, or none. */
export function RarePage() {
  const { pathname } = useLocation()
  return PAGES.find(({ path }) => matchPath(path, pathname) !== null)?.element ?? <NotFoundPage />
}
