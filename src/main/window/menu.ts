/** The application menu as data, so that it can be read without a window. */
import type { MenuItemConstructorOptions } from 'electron'
import type { ShellTexts } from './texts.ts'

export interface MenuOptions {
  readonly texts: ShellTexts['menu']
  readonly appName: string
  readonly platform: NodeJS.Platform
  /** Only where the app was not installed: members' data is one click away in DevTools. */
  readonly developerTools: boolean
  readonly actions: MenuActions
}
export interface MenuActions {
  /** Shows a page of the interface, in the window that is there or in a new one. */
  openRoute(path: string): void
  zoomIn(): void
  zoomOut(): void
  zoomReset(): void
  checkForUpdates(): void
  copyDiagnostics(): void
}

type Role = NonNullable<MenuItemConstructorOptions['role']>
const SEPARATOR: MenuItemConstructorOptions = { type: 'separator' }
const item = (role: Role, label: string): MenuItemConstructorOptions => ({ role, label })
const command = (
  id: string,
  label: string,
  click: () => void,
  accelerator?: string,
): MenuItemConstructorOptions => ({
  id,
  label,
  click: () => click(), // the event and the window are not for the action
  ...(accelerator === undefined ? {} : { accelerator }),
})
/** Other keys for the same: `+` is a shifted key on most keyboards, and the block of digits has its own. */
const alsoBy = (
  entry: MenuItemConstructorOptions,
  ...accelerators: readonly string[]
): MenuItemConstructorOptions[] =>
  accelerators.map((accelerator) => ({
    ...entry,
    id: `${entry.id} by ${accelerator}`,
    accelerator,
    visible: false,
    acceleratorWorksWhenHidden: true,
  }))

/** For a window with the ordinary interface; in the kiosk there is no menu at all. */
export function menuTemplate({
  texts,
  appName,
  platform,
  developerTools,
  actions,
}: MenuOptions): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin'
  const settings = command(
    'settings',
    texts.settings,
    () => actions.openRoute('/desktop-settings'),
    'CommandOrControl+,',
  )
  const updates = command('updates', texts.checkForUpdates, () => actions.checkForUpdates())
  const quit = item('quit', texts.quit)
  const macMenu: MenuItemConstructorOptions = {
    label: appName,
    submenu: [
      item('about', texts.about),
      updates,
      SEPARATOR,
      settings,
      SEPARATOR,
      item('hide', texts.hide),
      item('hideOthers', texts.hideOthers),
      item('unhide', texts.showAll),
      SEPARATOR,
      quit,
    ],
  }
  const file: MenuItemConstructorOptions = {
    label: texts.file,
    submenu: [
      ...(isMac ? [] : [settings, SEPARATOR]),
      item('close', texts.close),
      ...(isMac ? [] : [quit]),
    ],
  }
  const door: MenuItemConstructorOptions = {
    label: texts.door,
    submenu: [
      command('kiosk', texts.kiosk, () => actions.openRoute('/kiosk/start')),
      command('queue', texts.queue, () => actions.openRoute('/kiosk/queue')),
    ],
  }
  const edit: MenuItemConstructorOptions = {
    label: texts.edit,
    submenu: [
      item('undo', texts.undo),
      item('redo', texts.redo),
      SEPARATOR,
      item('cut', texts.cut),
      item('copy', texts.copy),
      item('paste', texts.paste),
      item('selectAll', texts.selectAll),
    ],
  }
  const zoomReset = command(
    'zoom-reset',
    texts.zoomReset,
    () => actions.zoomReset(),
    'CommandOrControl+0',
  )
  const zoomIn = command('zoom-in', texts.zoomIn, () => actions.zoomIn(), 'CommandOrControl+Plus')
  const zoomOut = command('zoom-out', texts.zoomOut, () => actions.zoomOut(), 'CommandOrControl+-')
  const view: MenuItemConstructorOptions = {
    label: texts.view,
    submenu: [
      item('reload', texts.reload),
      SEPARATOR,
      zoomReset,
      ...alsoBy(zoomReset, 'CommandOrControl+num0'),
      zoomIn,
      ...alsoBy(zoomIn, 'CommandOrControl+=', 'CommandOrControl+numadd'),
      zoomOut,
      ...alsoBy(zoomOut, 'CommandOrControl+numsub'),
      SEPARATOR,
      item('togglefullscreen', texts.fullScreen),
      ...(developerTools ? [SEPARATOR, item('toggleDevTools', texts.developerTools)] : []),
    ],
  }
  const help: MenuItemConstructorOptions = {
    label: texts.help,
    submenu: [
      command('contact', texts.contact, () => actions.openRoute('/contact')),
      command('diagnostics', texts.copyDiagnostics, () => actions.copyDiagnostics()),
      ...(isMac ? [] : [updates, SEPARATOR, item('about', texts.about)]),
    ],
  }
  return isMac ? [macMenu, file, edit, view, door, help] : [file, edit, view, door, help]
}
