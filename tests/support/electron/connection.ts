/** The one connection to Chromium, and the values that the launcher passes in the environment. */
import { Cdp } from './cdp.ts'

export function fromEnvironment(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set: start the app through launch.ts`)
  return value
}

let connected: Cdp | undefined

export async function connect(): Promise<void> {
  connected = await Cdp.connect(fromEnvironment('STANDIN_CDP'))
  await connected.send('Target.setDiscoverTargets', { discover: true })
}

export function cdp(): Cdp {
  if (connected === undefined) throw new Error('The app is not ready: Chromium may not be used yet')
  return connected
}
export const isConnected = (): boolean => connected !== undefined

/** An event whose default can be prevented, with the fields of its kind. */
export const preventable = <T extends object>(fields: T) => ({
  ...fields,
  defaultPrevented: false,
  preventDefault(): void {
    this.defaultPrevented = true
  },
})
