/** Where Chromium is and how it is started, for both the browser and the desktop suites. */
import { existsSync } from 'node:fs'

/** A path, or undefined for Playwright's own Chromium. */
export function chromiumPath(): string | undefined {
  const given = process.env['CHROMIUM_PATH']
  if (given !== undefined && given !== '') return given
  return existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined
}

/** The same engine without the windows of a desktop, for half of the processor time; it denies no camera. */
export function headlessShellPath(): string | undefined {
  const path = '/usr/bin/chromium-headless-shell'
  return existsSync(path) ? path : chromiumPath()
}

/** Root (a build container) has no user namespaces for the sandbox; other users keep it. */
export const sandboxArgs: readonly string[] = process.getuid?.() === 0 ? ['--no-sandbox'] : []

export const QUIET_ARGS: readonly string[] = [
  ...sandboxArgs,
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A camera without hardware: a Y4M film played in a loop, or Chromium's own moving picture. */
export const fakeCameraArgs = (film?: string): readonly string[] => [
  '--use-fake-device-for-media-stream',
  ...(film === undefined ? [] : [`--use-file-for-fake-video-capture=${film}`]),
]
