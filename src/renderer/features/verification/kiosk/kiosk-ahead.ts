/**
 * The kiosk's page begins with its slowest parts. Loaded one after the other (page, texts, decoder, camera), they took
 * two seconds, in which the first person stood at the door.
 */
import { bridge } from '../../../platform/bridge.ts'
import { logFailure } from '../../../platform/log-failure.ts'
import { cameraAhead, workerAhead } from '../scanner/scanner-ahead.ts'

export async function startKioskAhead(): Promise<void> {
  try {
    workerAhead.start()
    const page = import('./kiosk-page.tsx')
    const { mode } = await bridge().invoke('kiosk:state')
    if (mode === 'scanning') cameraAhead.start() // over a lock there is no camera
    await page
  } catch (error) {
    logFailure('The kiosk could not be started ahead', error) // the page starts what is missing, later
  }
}
