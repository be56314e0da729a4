import type { ReactNode } from 'react'
import { SetupGate } from '../../features/setup/setup-gate.tsx'
import { KioskGate } from '../../features/verification/kiosk/gate.tsx'

/** The gates before every page of the desktop app: a server first, then the kiosk. */
export const DesktopGate = ({ children }: { readonly children: ReactNode }) => (
  <SetupGate>
    <KioskGate>{children}</KioskGate>
  </SetupGate>
)
