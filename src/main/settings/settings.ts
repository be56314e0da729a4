/** The interface of the settings for the rest of main; opened by `open-settings.ts`. */
import type { DesktopSettings, SettingsChange } from '#shared/contract/desktop/ipc-desktop.ts'

export interface Settings {
  get(): DesktopSettings
  /** Written before it resolves. A setting that is managed stays as it is. */
  change(change: SettingsChange): Promise<DesktopSettings>
  /** @param origin checked before. Rejects when the address is managed or comes from the environment. */
  chooseServer(origin: string): Promise<void>
  /** Returns a function that stops listening. */
  onChange(listener: () => void): () => void
}
