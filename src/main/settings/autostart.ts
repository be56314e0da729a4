/** Whether the app opens when its user signs in to the computer. */
import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { App } from 'electron'
import { replaceFile } from '../base/replace-file.ts'
import { describeError, type Log } from '../log/log-file.ts'
import type { Settings } from './settings.ts'

/** The file of the XDG autostart directory. Its `Exec` line has rules of its own for quotes. */
export function autostartFile(program: string): string {
  const quoted = program.replaceAll(/["`$\\]/g, (sign) => `\\${sign}`)
  // A backslash is read twice: as a text of the file, then as a part of the line.
  const exec = `"${quoted}"`.replaceAll('\\', '\\\\').replaceAll('%', '%%')
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=WLD',
    `Exec=${exec}`,
    'Terminal=false',
    '',
  ].join('\n')
}

export interface AutostartOptions {
  readonly platform: NodeJS.Platform
  readonly app: Pick<App, 'setLoginItemSettings'>
  /** What is started: the AppImage where there is one. */
  readonly program: string
  /** The user's folder for settings of programs, such as `~/.config`. */
  readonly configFolder: string
}

export function setAutostart(
  on: boolean,
  { platform, app, program, configFolder }: AutostartOptions,
): void {
  if (platform === 'win32' || platform === 'darwin') {
    app.setLoginItemSettings({ openAtLogin: on })
    return
  }
  const path = join(configFolder, 'autostart', 'wld.desktop')
  if (!on) {
    rmSync(path, { force: true })
    return
  }
  mkdirSync(dirname(path), { recursive: true })
  replaceFile(path, autostartFile(program))
}

/**
 * Applies the setting at the start, because the program may have moved, and after each change. "Off" is applied only
 * after a change: a user may have added the app to the system's own list.
 */
export function followAutostart(
  settings: Pick<Settings, 'get' | 'onChange'>,
  set: (on: boolean) => void,
  log: Log,
): void {
  let applied = false
  const apply = (): void => {
    const wanted = settings.get().startAtLogin
    if (wanted === applied) return
    applied = wanted
    try {
      set(wanted)
    } catch (error) {
      log('warn', 'autostart.not-set', { error: describeError(error) })
    }
  }
  apply()
  settings.onChange(apply)
}
