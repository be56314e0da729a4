/** Playwright fixtures of the desktop suite. The specs are the same for the stand-in and for the real Electron. */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test as base, type Page } from '@playwright/test'
import { openKeyring, type Keyring } from './keyring.ts'
import { launch, type Engine, type LaunchedApp } from './launch.ts'
import { packagedApp, realElectron } from './real.ts'
import { ScriptedApi } from './scripted-api.ts'

export interface Desktop extends LaunchedApp {
  readonly page: Page
  /** Addresses that were passed to the operating system. */
  openedOutside(): Promise<string[]>
}
interface StartOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Arguments of the app itself, such as `--kiosk` or a link. */
  readonly args?: readonly string[]
}
export interface DesktopOptions {
  readonly engine: Engine['kind']
  readonly chromiumArgs: readonly string[]
  /** The file uses the camera: the stand-in then needs the whole Chromium. */
  readonly camera: boolean
}
export interface Fixtures {
  readonly engineInUse: Engine
  readonly api: ScriptedApi
  /** Folder of the user's data; it survives a restart within one test. */
  readonly profile: string
  readonly keychainService: string
  /** Skips the test, with the reason, when there is no keychain. */
  readonly keyring: Keyring
  /** Starts the app; every started app is closed at the end. */
  readonly start: (options?: StartOptions) => Promise<Desktop>
  readonly desktop: Desktop
}

/** Skips a test and names the missing part; throws when the run requires it. */
function skipOrFail(reason: string, promised: boolean): void {
  if (promised) throw new Error(reason)
  base.skip(true, reason)
}

export const test = base.extend<DesktopOptions & Fixtures>({
  engine: ['standin', { option: true }],
  chromiumArgs: [[], { option: true }],
  camera: [false, { option: true }],

  engineInUse: async ({ engine }, use) => {
    if (engine === 'standin') {
      await use({ kind: engine })
      return
    }
    const program = engine === 'electron' ? realElectron() : packagedApp()
    if ('missing' in program) skipOrFail(program.missing, process.env['REQUIRE_ELECTRON'] === '1')
    else await use({ kind: engine, path: program.path })
  },
  api: async ({}, use) => {
    const api = new ScriptedApi()
    await api.start()
    await use(api)
    await api.close()
  },
  profile: async ({}, use) => {
    const profile = mkdtempSync(join(tmpdir(), 'wld-desktop-'))
    await use(profile)
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  },
  keychainService: async ({}, use) => {
    const service = `wld-test-${randomUUID()}`
    await use(service)
    const keyring = await openKeyring()
    if (!('missing' in keyring)) await keyring.clear(service)
  },
  keyring: async ({}, use) => {
    const keyring = await openKeyring()
    if ('missing' in keyring) skipOrFail(keyring.missing, process.env['CI'] === 'true')
    else await use(keyring)
  },
  start: async ({ engineInUse, api, profile, keychainService, chromiumArgs, camera }, use) => {
    // A build other than `out` can be named during work on the interface.
    const appFolder = resolve(process.env['DESKTOP_APP_DIR'] ?? '.')
    const main = join(appFolder, 'out/main/index.js')
    if (!existsSync(main)) throw new Error('Build first: npm run build -- desktop')
    const started: LaunchedApp[] = []
    await use(async ({ env = {}, args = [] } = {}) => {
      const settings = {
        API_URL: api.origin,
        KEYCHAIN_SERVICE: keychainService,
        STANDIN_LANGUAGE: 'en-GB',
        ...env,
      }
      const app = await launch(engineInUse, {
        appFolder,
        main,
        profile,
        env: settings,
        chromiumArgs,
        camera,
        args,
      })
      started.push(app)
      const page = await app.firstWindow()
      if (engineInUse.kind !== 'packaged')
        await app.evaluate(({ shell }) => {
          const opened: string[] = []
          Object.assign(globalThis, { openedOutside: opened })
          Object.assign(shell, { openExternal: async (url: string) => void opened.push(url) })
        })
      return Object.assign(app, {
        page,
        openedOutside: () =>
          app.evaluate(() => (globalThis as unknown as { openedOutside: string[] }).openedOutside), // set above
      })
    })
    for (const app of started) await app.close()
  },
  desktop: async ({ start }, use) => use(await start()),
})
export { expect } from '@playwright/test'
