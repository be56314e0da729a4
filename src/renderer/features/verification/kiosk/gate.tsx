import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { PageSpinner } from '../../../ui/spinner.tsx'
import { placeInstead } from './place.ts'
import { useKiosk } from './use-kiosk.ts'

/**
 * Stands before every page of the desktop app: while the kiosk runs there is no other page, and an app that was started
 * for it begins with its set-up. An app that cannot tell (an older main) has no kiosk.
 */
export function KioskGate({ children }: { readonly children: ReactNode }) {
  const { value, failed } = useKiosk()
  const { pathname } = useLocation()
  if (value === undefined) return failed ? children : <PageSpinner />
  const instead = placeInstead(value, pathname)
  return instead === undefined ? children : <Navigate to={instead} replace />
}
