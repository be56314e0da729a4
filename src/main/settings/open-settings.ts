/** The settings of this computer: the association's file and the person's own, read once at the start. */
import { readFileSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { DesktopSettings, SettingsChange } from '#shared/contract/desktop/ipc-desktop.ts'
import { STATUS_LIST_MAX_AGE_H } from '#shared/domain/card/kiosk-rules.ts'
import { createListeners } from '#shared/listeners.ts'
import { replaceFile } from '../base/replace-file.ts'
import { isServerOrigin } from '../base/server-origin.ts'
import { describeError, type Log } from '../log/log-file.ts'
import { type ReadManaged, readManaged, type ManagedSettings } from './managed-settings.ts'
import {
  DEFAULT_SETTINGS,
  readSettings,
  type StoredSettings,
  writeSettings,
} from './settings-file.ts'
import type { Settings } from './settings.ts'

/**
 * The source of a setting: the association's file, then (for the address) the environment, then the
 * user.
 */
interface SettingsSources {
  readonly managed: ManagedSettings
  /** Origin from `API_URL`. */
  readonly environment: string | null
  readonly stored: StoredSettings
  readonly fault: string | null
  readonly faultIn: DesktopSettings['faultIn']
}

function effectiveSettings({
  managed,
  environment,
  stored,
  fault,
  faultIn,
}: SettingsSources): DesktopSettings {
  const { serverUrl: _, ...chosen } = stored
  return {
    ...chosen,
    ...serverOf(managed, environment, stored),
    language: managed.language ?? stored.language,
    startAtLogin: managed.startAtLogin ?? stored.startAtLogin,
    checkForUpdates: managed.checkForUpdates ?? stored.checkForUpdates,
    updateFeed: managed.updateFeed ?? null,
    statusListMaxAgeH: managed.statusListMaxAgeH ?? STATUS_LIST_MAX_AGE_H,
    managed: Object.keys(managed),
    fault,
    faultIn,
  }
}

function serverOf(
  managed: ManagedSettings,
  environment: string | null,
  stored: StoredSettings,
): Pick<DesktopSettings, 'serverUrl' | 'serverFrom'> {
  if (managed.serverUrl !== undefined)
    return { serverUrl: managed.serverUrl, serverFrom: 'managed' }
  if (environment !== null) return { serverUrl: environment, serverFrom: 'environment' }
  return {
    serverUrl: stored.serverUrl,
    serverFrom: stored.serverUrl === null ? 'none' : 'settings',
  }
}

/** Applies a change, without managed settings, to the stored settings. */
function changedSettings(
  stored: StoredSettings,
  change: SettingsChange,
  managed: ManagedSettings,
): StoredSettings {
  const {
    language = stored.language,
    zoom = stored.zoom,
    startAtLogin = stored.startAtLogin,
    checkForUpdates = stored.checkForUpdates,
    printer = stored.printer,
  } = change
  return {
    ...stored,
    language: managed.language === undefined ? language : stored.language,
    zoom,
    startAtLogin: managed.startAtLogin === undefined ? startAtLogin : stored.startAtLogin,
    checkForUpdates:
      managed.checkForUpdates === undefined ? checkForUpdates : stored.checkForUpdates,
    printer,
    kioskScreen: {
      sound: change.kioskScreen?.sound ?? stored.kioskScreen.sound,
      highContrast: change.kioskScreen?.highContrast ?? stored.kioskScreen.highContrast,
      hand: change.kioskScreen?.hand ?? stored.kioskScreen.hand,
    },
  }
}

export interface OpenSettingsOptions {
  /** Folder of `settings.json`. */
  readonly directory: string
  /** Path of the association's file; it need not be there. */
  readonly managedFile: string
  /** Origin from `API_URL`, when there is one. */
  readonly environment: string | null
  readonly log: Log
}
export interface OpenedSettings extends Settings {
  /** The association's file says that this computer is a kiosk: its set-up is offered at the start. */
  readonly startsAsKiosk: boolean
}

const FILE = 'settings.json'

export function openSettings({
  directory,
  managedFile,
  environment,
  log,
}: OpenSettingsOptions): OpenedSettings {
  const path = join(directory, FILE)
  const own = readOwn(path)
  const association = readAssociation(managedFile)
  const faults = [
    ...association.faults.map((fault) => `${basename(managedFile)}: ${fault}`),
    ...own.faults,
  ]
  for (const fault of faults) log('warn', 'settings.fault', { fault })
  const fault = faults.length === 0 ? null : faults.join('\n')
  const faultIn: DesktopSettings['faultIn'] = [
    ...(association.faults.length > 0 ? ['association' as const] : []),
    ...(own.faults.length > 0 ? ['computer' as const] : []),
  ]
  const managed = association.settings
  const listeners = createListeners()
  let { stored } = own

  const current = () => effectiveSettings({ managed, environment, stored, fault, faultIn })
  const keep = (next: StoredSettings): void => {
    const text = writeSettings(next)
    if (text === writeSettings(stored)) return
    if (!own.writable) throw new Error(`${FILE} could not be read, so it is not overwritten`)
    replaceFile(path, text)
    stored = next
    listeners.call()
  }

  return {
    startsAsKiosk: managed.kiosk === true,
    get: current,
    async change(change) {
      keep(changedSettings(stored, change, managed))
      return current()
    },
    async chooseServer(origin) {
      const { serverFrom } = current()
      if (serverFrom === 'managed' || serverFrom === 'environment')
        throw new Error(`The address of the server is decided elsewhere: ${serverFrom}`)
      if (!isServerOrigin(origin)) throw new Error('That is not the origin of a server')
      keep({ ...stored, serverUrl: new URL(origin).origin })
    },
    onChange: listeners.add,
  }
}

interface OwnSettings {
  readonly stored: StoredSettings
  readonly faults: readonly string[]
  /** False: the content of the file is unknown, so it must not be overwritten. */
  readonly writable: boolean
}

function readOwn(path: string): OwnSettings {
  let text: string | undefined
  try {
    text = readIfThere(path)
  } catch (error) {
    return {
      stored: DEFAULT_SETTINGS,
      faults: [
        `${FILE} cannot be read (${codeOf(error)}): the defaults apply, and nothing is saved until it can be`,
      ],
      writable: false,
    }
  }
  if (text === undefined) return { stored: DEFAULT_SETTINGS, faults: [], writable: true }
  const read = readSettings(text)
  switch (read.kind) {
    case 'read':
      return { stored: read.settings, faults: [], writable: true }
    case 'newer': {
      const kept = keepAside(path, 'settings.newer.json')
      return {
        stored: DEFAULT_SETTINGS,
        faults: [
          `${FILE} comes from a newer version of the app: the defaults apply. ${kept} Update the app, or set it up again.`,
        ],
        writable: true,
      }
    }
    default: {
      const kept = keepAside(path, 'settings.damaged.json')
      keepRepaired(path, read.settings)
      const what =
        read.fields.length === 0
          ? 'was damaged: the defaults apply'
          : `had wrong values, which are back at their defaults: ${read.fields.join(', ')}`
      return {
        stored: read.settings,
        faults: [`${FILE} ${what}. ${kept} Check the settings and save them again.`],
        writable: true,
      }
    }
  }
}

function keepAside(path: string, name: string): string {
  try {
    renameSync(path, join(path, '..', name))
    return `The old file is kept as ${name}.`
  } catch (error) {
    return `The old file could not be kept as ${name} (${codeOf(error)}).`
  }
}

/**
 * The readable settings must be there at the next start as well. A disk that refuses this write
 * also refuses the next change, which reports it.
 */
function keepRepaired(path: string, settings: StoredSettings): void {
  try {
    replaceFile(path, writeSettings(settings))
  } catch {
    // The reported fault already names the file.
  }
}

function readAssociation(path: string): ReadManaged {
  try {
    const text = readIfThere(path)
    return text === undefined ? { settings: {}, faults: [] } : readManaged(text)
  } catch (error) {
    return { settings: {}, faults: [`cannot be read (${codeOf(error)}): nothing of it applies`] }
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return undefined
    throw error
  }
}

const codeOf = (error: unknown): string =>
  (error as NodeJS.ErrnoException | null)?.code ?? describeError(error) // Node's file errors carry one
