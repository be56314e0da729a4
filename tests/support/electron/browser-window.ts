import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import { app, openWindows } from './app.ts'
import { preventable } from './connection.ts'
import { WebContents } from './web-contents.ts'

const windows = new Set<BrowserWindow>()

export class BrowserWindow extends EventEmitter {
  readonly webContents: WebContents
  readonly options: Electron.BrowserWindowConstructorOptions
  #visible: boolean
  #bounds: Electron.Rectangle
  #maximized = false
  #destroyed = false
  /** How often the window was brought to the front, for tests. */
  focused = 0

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super()
    const { show = true, webPreferences = {} } = options
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
    // The stand-in refuses what it cannot do: only the safe settings are accepted.
    const {
      nodeIntegration,
      contextIsolation,
      sandbox,
      webSecurity,
      webviewTag,
      nodeIntegrationInSubFrames,
    } = webPreferences
    if (
      nodeIntegration ||
      nodeIntegrationInSubFrames ||
      webviewTag ||
      contextIsolation === false ||
      sandbox === false ||
      webSecurity === false
    )
      throw new Error(
        'The stand-in only offers sandbox, contextIsolation and webSecurity, without Node and without webview',
      )
    if (!app.sandboxed) throw new Error('app.enableSandbox() was not called')
    this.options = options
    this.#visible = show
    this.#bounds = {
      x: options.x ?? 0,
      y: options.y ?? 0,
      width: options.width ?? 800,
      height: options.height ?? 600,
    }
    this.webContents = new WebContents(webPreferences.preload)
    windows.add(this)
    openWindows.add(this)
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show'))
    this.webContents.once('destroyed', () => this.#gone())
  }
  static getAllWindows(): BrowserWindow[] {
    return [...windows]
  }
  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url)
  }
  show(): void {
    this.#visible = true
  }
  isVisible(): boolean {
    return this.#visible
  }
  isDestroyed(): boolean {
    return this.#destroyed
  }
  getBounds(): Electron.Rectangle {
    return { ...this.#bounds }
  }
  getNormalBounds(): Electron.Rectangle {
    return { ...this.#bounds }
  }
  /** Changes the bounds as a user does with the mouse. */
  setBounds(bounds: Partial<Electron.Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds }
    this.emit('resize')
    this.emit('move')
  }
  maximize(): void {
    this.#visible = true // as in Electron
    this.#maximized = true
    this.emit('maximize')
  }
  unmaximize(): void {
    this.#maximized = false
    this.emit('unmaximize')
  }
  isMaximized(): boolean {
    return this.#maximized
  }
  isFullScreen(): boolean {
    return this.held.fullScreen
  }
  focus(): void {
    this.focused += 1
    this.emit('focus')
  }
  restore(): void {}
  /** What main requested from the window manager; nothing is drawn here. */
  readonly held = {
    kiosk: false,
    fullScreen: false,
    onTop: false,
    closable: true,
    minimizable: true,
    menuBar: true,
  }
  setKiosk(kiosk: boolean): void {
    this.held.kiosk = kiosk
  }
  isKiosk(): boolean {
    return this.held.kiosk
  }
  setFullScreen(fullScreen: boolean): void {
    this.held.fullScreen = fullScreen
  }
  setAlwaysOnTop(onTop: boolean): void {
    this.held.onTop = onTop
  }
  setClosable(closable: boolean): void {
    this.held.closable = closable
  }
  setMinimizable(minimizable: boolean): void {
    this.held.minimizable = minimizable
  }
  setMenuBarVisibility(menuBar: boolean): void {
    this.held.menuBar = menuBar
  }
  isMinimized(): boolean {
    return false
  }
  close(): void {
    const event = preventable({})
    this.emit('close', event)
    if (event.defaultPrevented) return
    this.webContents.close()
    this.#gone()
  }
  #gone(): void {
    if (this.#destroyed) return
    this.#destroyed = true
    windows.delete(this)
    openWindows.delete(this)
    this.emit('closed')
    if (windows.size === 0)
      setImmediate(() => {
        if (!app.emit('window-all-closed')) app.quit()
      })
  }
}
null as unknown as BrowserWindow satisfies Pick<
  Electron.BrowserWindow,
  | 'close'
  | 'focus'
  | 'getBounds'
  | 'getNormalBounds'
  | 'isFullScreen'
  | 'isMaximized'
  | 'maximize'
  | 'setBounds'
  | 'unmaximize'
  | 'isDestroyed'
  | 'isMinimized'
  | 'isVisible'
  | 'loadURL'
  | 'restore'
  | 'show'
  | 'isKiosk'
  | 'setAlwaysOnTop'
  | 'setClosable'
  | 'setFullScreen'
  | 'setKiosk'
  | 'setMenuBarVisibility'
  | 'setMinimizable'
>
