import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { PageSpinner } from '../../ui/feedback/spinner.tsx'
import { placeInstead } from './kiosk-paths.ts'
import { useKiosk } from './use-kiosk.ts'

/**
 * Stands before every page of the desktop app. While the kiosk runs there is no other page, and an app that was started
 * for the kiosk begins with its set-up. An older main that cannot report it has no kiosk.
 */
export function KioskGate({ children }: { readonly children: ReactNode }) {
  const { value, failed } = useKiosk()
  const { pathname } = useLocation()
  if (value === undefined) return failed ? children : <PageSpinner />
  const instead = placeInstead(value, pathname)
  return instead === undefined ? children : <Navigate to={instead} replace />
}
