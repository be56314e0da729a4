import { cameraAhead, workerAhead } from '../../parts/scanner/scanner-ahead.ts'
/**
 * The kiosk's page begins with its slowest parts. Loaded one after the other (page, texts, decoder, camera), they took
 * two seconds, in which the first person stood at the door.
 */
import { logFailure } from '../../platform/log-failure.ts'
import { kiosk } from './use-kiosk.ts'

export async function startKioskAhead(): Promise<void> {
  try {
    workerAhead.start()
    const page = import('./kiosk-page.tsx')
    await kiosk.reread() // the gate before the page then knows it at once
    if (kiosk.get().value?.mode === 'scanning') cameraAhead.start() // over a lock there is no camera
    await page
  } catch (error) {
    logFailure('The kiosk could not be started ahead', error) // the page starts what is missing, later
  }
}
