import { DoorScreen } from '../../features/door/door-screen.tsx'
import { KioskEntry } from '../../features/kiosk/kiosk-entry.tsx'
import { VerificationPage } from '../../features/verification/verification-page.tsx'

/** The page of a check with the door and the kiosk that it leads to: features meet in the app only. */
export function VerificationRoute() {
  return <VerificationPage DoorScreen={DoorScreen} KioskEntry={KioskEntry} />
}
