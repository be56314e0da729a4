import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { KioskGate } from '../../features/kiosk/kiosk-gate.tsx'
import { SettingsFault } from '../../features/setup/settings-fault.tsx'
import { SetupGate } from '../../features/setup/setup-gate.tsx'
import { useSession } from '../../platform/session/session.ts'
import { PageSpinner } from '../../ui/feedback/spinner.tsx'
import { firstPlace } from './first-place.ts'

/** The gates before every page of the desktop app: a server first, then the kiosk, then the work. */
export const DesktopGate = ({ children }: { readonly children: ReactNode }) => (
  <>
    <SettingsFault />
    <SetupGate>
      <KioskGate>
        <OpeningGate>{children}</OpeningGate>
      </KioskGate>
    </SetupGate>
  </>
)

function OpeningGate({ children }: { readonly children: ReactNode }) {
  const session = useSession()
  const location = useLocation()
  const place = firstPlace(session, location)
  if (place === 'wait') return <PageSpinner />
  return place === undefined ? children : <Navigate to={place} replace />
}
