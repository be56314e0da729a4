/** Who decides a setting: the association's file, then (for the address) the environment, then the person. */
import type { DesktopSettings, SettingsChange } from '#shared/contract/ipc-desktop.ts'
import { STATUS_LIST_MAX_AGE_H } from '#shared/domain/kiosk-rules.ts'
import type { ManagedSettings } from './managed-settings.ts'
import type { StoredSettings } from './settings-file.ts'

export interface SettingsSources {
  readonly managed: ManagedSettings
  /** Origin from `API_URL`. */
  readonly environment: string | null
  readonly stored: StoredSettings
  readonly fault: string | null
}

export function effectiveSettings({
  managed,
  environment,
  stored,
  fault,
}: SettingsSources): DesktopSettings {
  const { serverUrl: _, ...chosen } = stored
  return {
    ...chosen,
    ...serverOf(managed, environment, stored),
    language: managed.language ?? stored.language,
    checkForUpdates: managed.checkForUpdates ?? stored.checkForUpdates,
    updateFeed: managed.updateFeed ?? null,
    statusListMaxAgeH: managed.statusListMaxAgeH ?? STATUS_LIST_MAX_AGE_H,
    managed: Object.keys(managed),
    fault,
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

/** What is left of a change, put onto what is stored. */
export function changedSettings(
  stored: StoredSettings,
  change: SettingsChange,
  managed: ManagedSettings,
): StoredSettings {
  const {
    language = stored.language,
    zoom = stored.zoom,
    checkForUpdates = stored.checkForUpdates,
    printer = stored.printer,
  } = change
  return {
    ...stored,
    language: managed.language === undefined ? language : stored.language,
    zoom,
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
