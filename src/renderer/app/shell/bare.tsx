import { Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { Announcer } from '../../ui/feedback/announcer.tsx'
import { PageSpinner } from '../../ui/feedback/spinner.tsx'
import { ToastArea } from '../../ui/feedback/toast-area.tsx'

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
