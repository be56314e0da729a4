import { Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { Announcer } from '../../ui/announcer.tsx'
import { PageSpinner } from '../../ui/spinner.tsx'
import { ToastArea } from '../../ui/toast-area.tsx'

/** Around a page that fills the window by itself: only what every page speaks through. */
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
