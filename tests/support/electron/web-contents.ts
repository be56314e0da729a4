/** `webContents`: one page target of Chromium, driven over DevTools. */
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type * as Electron from 'electron'
import { app } from './app.ts'
import { makeCodec } from './codec.ts'
import { cdp, preventable } from './connection.ts'
import { intercept, KEY_PATH, type Paused } from './intercept.ts'
import { invokers, ipcMain } from './ipc-main.ts'
import { pageSide, type Wire } from './page-side.ts'
import { toChromium, toElectron } from './schemes.ts'
import { applyPermissions, defaultSession } from './session.ts'

/** One call of `print`. `pdf` is the sheet, in base64. */
export interface PrintJob {
  readonly options: Electron.WebContentsPrintOptions
  readonly pdf: string
}

const BINDING = '__standin'
const codec = makeCodec()
type OpenHandler = (details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse

export class WebContents extends EventEmitter {
  readonly session = defaultSession
  readonly #opened: Promise<void>
  readonly #preload: string | undefined
  #session = ''
  #targetId = ''
  #url = 'about:blank'
  #zoomFactor = 1
  #closed = false
  /** The address that main itself requested: no `will-navigate` event for it. */
  #expected: string | undefined
  #openHandler: OpenHandler | undefined
  /** The printers and the failure that a test sets, and the print jobs. */
  readonly paper = { printers: [] as Electron.PrinterInfo[], failure: '', jobs: [] as PrintJob[] }

  constructor(preload: string | undefined) {
    super()
    this.#preload = preload
    this.#opened = this.#open()
    app.emit('web-contents-created', {}, this)
  }

  /** The stand-in does not zoom; tests read the requested factor. */
  setZoomFactor(factor: number): void {
    this.#zoomFactor = factor
  }
  getZoomFactor(): number {
    return this.#zoomFactor
  }
  getURL(): string {
    return this.#url
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler
  }
  send(channel: string, ...args: unknown[]): void {
    void this.#inPage(`emit(${JSON.stringify(channel)}, ${JSON.stringify(codec.encode(args))})`)
  }
  async loadURL(url: string): Promise<void> {
    await this.#opened
    await applyPermissions(url)
    this.#expected = toChromium(url)
    const loaded = new Promise<void>((resolve) => void this.once('did-finish-load', resolve))
    const { errorText } = await this.#cdp<{ errorText?: string }>('Page.navigate', {
      url: this.#expected,
    })
    if (errorText !== undefined) throw new Error(`${errorText} loading '${url}'`)
    await loaded
  }
  reload(): void {
    this.#expected = toChromium(this.#url)
    void this.#cdp('Page.navigate', { url: this.#expected }) // Page.reload does not restore a crashed page
  }
  forcefullyCrashRenderer(): void {
    void this.#cdp('Page.crash').catch(() => undefined)
  }
  async executeJavaScript(code: string): Promise<unknown> {
    const { result } = await this.#cdp<{ result: { value?: unknown } }>('Runtime.evaluate', {
      expression: code,
      awaitPromise: true,
      returnByValue: true,
    })
    return result.value
  }
  readonly navigationHistory = {
    clear: (): void => void this.#cdp('Page.resetNavigationHistory'),
  } satisfies Pick<Electron.NavigationHistory, 'clear'>
  /** The tests use Chromium's DevTools, so main always sees them as closed. */
  isDevToolsOpened(): boolean {
    return false
  }
  closeDevTools(): void {}
  close(): void {
    void cdp().send('Target.closeTarget', { targetId: this.#targetId })
  }
  isDestroyed(): boolean {
    return this.#closed
  }
  async getPrintersAsync(): Promise<Electron.PrinterInfo[]> {
    return this.paper.printers
  }
  /**
   * Prints to a PDF instead of paper, in the requested size; the page gets `beforeprint` and `afterprint` as in
   * Electron.
   */
  print(
    options: Electron.WebContentsPrintOptions = {},
    callback: (success: boolean, failureReason: string) => void = () => undefined,
  ): void {
    const { failure, jobs } = this.paper
    const { pageSize } = options
    if (pageSize === undefined || typeof pageSize === 'string')
      throw new Error('The stand-in prints on paper of a given width and height')
    const inches = (microns: number): number => microns / 25_400
    const paper = {
      paperWidth: inches(pageSize.width),
      paperHeight: inches(pageSize.height),
      marginTop: 0,
      marginBottom: 0,
      marginLeft: 0,
      marginRight: 0,
    }
    const printed = async (): Promise<string> => {
      const { data } = await this.#cdp<{ data: string }>('Page.printToPDF', {
        ...paper,
        printBackground: options.printBackground ?? false,
        preferCSSPageSize: true,
      })
      jobs.push({ options, pdf: data })
      return failure
    }
    void (async () => {
      const reason = await printed().catch(() => 'Print job failed')
      callback(reason === '', reason)
    })()
  }

  #cdp<T>(method: string, params: Record<string, unknown> = {}): Promise<T> {
    return cdp().send<T>(method, params, this.#session)
  }
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the listener names the event and so its parameters
  #on<P>(method: string, listener: (params: P) => void): void {
    cdp().on(method, this.#session, listener)
  }
  #inPage(call: string): Promise<unknown> {
    return this.#cdp('Runtime.evaluate', {
      expression: `globalThis[Symbol.for('${BINDING}')]?.${call}`,
    }).catch(() => undefined) // the page was closed
  }

  async #open(): Promise<void> {
    await app.whenReady()
    this.#targetId = (
      await cdp().send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' })
    ).targetId
    this.#session = (
      await cdp().send<{ sessionId: string }>('Target.attachToTarget', {
        targetId: this.#targetId,
        flatten: true,
      })
    ).sessionId
    this.#on('Page.loadEventFired', () => this.emit('did-finish-load'))
    this.#on<{ frame: { parentId?: string; url: string } }>('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined) return
      this.#url = toElectron(frame.url)
      this.emit('did-navigate', {}, this.#url, 200, '')
    })
    this.#on<{ url: string }>('Page.navigatedWithinDocument', ({ url }) => {
      this.#url = toElectron(url)
      this.emit('did-navigate-in-page', {}, this.#url, true, 1, 1)
    })
    this.#on<{ url: string }>('Page.windowOpen', ({ url }) => this.#askToOpen(url))
    this.#on('Inspector.targetCrashed', () =>
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 }),
    )
    this.#on<{ payload: string }>(
      'Runtime.bindingCalled',
      ({ payload }) => void this.#fromPage(JSON.parse(payload) as Wire),
    ) // sent by page-side.ts
    cdp().on<{ targetInfo: { targetId: string; openerId?: string } }>(
      'Target.targetCreated',
      undefined,
      ({ targetInfo }) => {
        if (targetInfo.openerId === this.#targetId)
          void cdp().send('Target.closeTarget', { targetId: targetInfo.targetId }) // only `deny` is supported
      },
    )
    cdp().on<{ targetId: string }>('Target.targetDestroyed', undefined, ({ targetId }) => {
      if (targetId !== this.#targetId) return
      this.#closed = true
      this.emit('destroyed')
    })
    await this.#cdp('Runtime.enable')
    await this.#cdp('Page.enable')
    await this.#cdp('Inspector.enable')
    await this.#cdp('Runtime.addBinding', { name: BINDING })
    await intercept(
      this.#session,
      (paused) => this.#mayGo(paused),
      (stroke) => this.#offerKey(stroke as Electron.Input), // sent by page-side.ts
    )
    if (this.#preload === undefined) return
    const preload = readFileSync(this.#preload, 'utf8')
    await this.#cdp('Page.addScriptToEvaluateOnNewDocument', {
      source: `(${String(pageSide)})((${String(makeCodec)})(), '${BINDING}', '${KEY_PATH}', (require) => { const module = { exports: {} }, exports = module.exports;\n${preload}\n})`,
    })
  }

  /** The navigation events of Electron, before a document is fetched. */
  #mayGo({ resourceType, frameId, redirectedRequestId, request }: Paused): boolean {
    if (resourceType !== 'Document') return true
    const isMainFrame = frameId === this.#targetId
    const expected = isMainFrame && request.url === this.#expected
    if (isMainFrame) this.#expected = undefined
    if (expected) return true
    const fields = { url: toElectron(request.url), isMainFrame, isSameDocument: false, frame: null }
    const names =
      redirectedRequestId !== undefined
        ? ['will-redirect']
        : isMainFrame
          ? ['will-frame-navigate', 'will-navigate']
          : ['will-frame-navigate']
    return names.every((name) => {
      const event = preventable(fields)
      this.emit(name, event)
      return !event.defaultPrevented
    })
  }
  #offerKey(stroke: Electron.Input): boolean {
    const event = preventable({})
    this.emit('before-input-event', event, stroke)
    return event.defaultPrevented
  }
  #askToOpen(url: string): void {
    const details = {
      url: toElectron(url),
      frameName: '',
      features: '',
      disposition: 'foreground-tab' as const,
      referrer: { url: '', policy: 'default' as const },
    }
    if (this.#openHandler?.(details).action !== 'deny')
      throw new Error('The stand-in only offers windows that are denied')
  }

  async #fromPage({ kind, id, channel, args }: Wire): Promise<void> {
    const given = codec.decode(args) as never[] // an array by construction
    const frame = {
      url: this.#url,
      origin: this.#url.split('/').slice(0, 3).join('/'),
      parent: null,
    }
    const event = {
      sender: this,
      senderFrame: frame,
      processId: 1,
      frameId: 1,
      type: 'frame',
    } as unknown as Electron.IpcMainInvokeEvent // what main reads of it
    if (kind === 'send') {
      ipcMain.emit(channel, event, ...given)
      return
    }
    let ok = true
    let result: string
    try {
      result = codec.encode(await this.#answer(kind, channel, event, given))
    } catch (error) {
      ok = false
      process.stderr.write(`Error occurred in handler for '${channel}': ${String(error)}\n`)
      result = codec.encode(String(error))
    }
    await this.#inPage(`settle(${id}, ${ok}, ${JSON.stringify(result)})`)
  }
  async #answer(
    kind: Wire['kind'],
    channel: string,
    event: Electron.IpcMainInvokeEvent,
    given: never[],
  ): Promise<unknown> {
    if (kind === 'media' || kind === 'query') return applyPermissions(this.#url)
    if (kind === 'open') return this.#askToOpen(String(given[0]))
    if (kind === 'zoom') return void this.emit('zoom-changed', {}, given[0])
    const run = invokers.get(channel)
    if (run === undefined) throw new Error(`No handler registered for '${channel}'`)
    return run(event, ...given)
  }
}
null as unknown as WebContents satisfies Pick<
  Electron.WebContents,
  | 'close'
  | 'closeDevTools'
  | 'executeJavaScript'
  | 'forcefullyCrashRenderer'
  | 'getPrintersAsync'
  | 'getURL'
  | 'getZoomFactor'
  | 'setZoomFactor'
  | 'isDestroyed'
  | 'isDevToolsOpened'
  | 'loadURL'
  | 'print'
  | 'reload'
  | 'send'
  | 'setWindowOpenHandler'
>
