/**
 * Runs INSIDE the page: its source text is injected before any script of the page, so it imports nothing at run time.
 * Gives the preload bundle `require('electron')`, and sends main the requests that Electron sends.
 */
import type { Codec } from './codec.ts'

/** A message from the page to the stand-in. In Electron, Chromium itself asks `media`, `query`, `open` and `zoom`. */
export interface Wire {
  readonly kind: 'invoke' | 'send' | 'media' | 'query' | 'open' | 'zoom'
  readonly id: number
  readonly channel: string
  readonly args: string
}

type Listener = (event: object, ...args: unknown[]) => void

export function pageSide(
  codec: Codec,
  bindingName: string,
  keyPath: string,
  runPreload: (require: (id: string) => unknown) => void,
): void {
  const scope = globalThis as unknown as Record<PropertyKey, unknown> // the page's global object, by name
  const post = scope[bindingName] as (text: string) => void // installed by Runtime.addBinding
  delete scope[bindingName] // the page itself must not reach the raw channel
  if (window.top !== window.self) return // Electron runs a preload in the main frame only

  const pending = new Map<number, (ok: boolean, value: unknown) => void>()
  const listeners = new Map<string, Set<Listener>>()
  let lastId = Math.floor(Math.random() * 2 ** 48) // a reply that arrives after a reload matches no id of the new page
  const ask = (kind: Wire['kind'], channel: string, args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++lastId
      const text = codec.encode(args) // may throw DataCloneError, like Electron
      pending.set(id, (ok, value) =>
        ok
          ? resolve(value)
          : reject(new Error(`Error invoking remote method '${channel}': ${String(value)}`)),
      )
      post(JSON.stringify({ kind, id, channel, args: text } satisfies Wire))
    })

  const on = (channel: string, listener: Listener): object => {
    listeners.set(channel, (listeners.get(channel) ?? new Set<Listener>()).add(listener))
    return ipcRenderer
  }
  const off = (channel: string, listener: Listener): object => {
    listeners.get(channel)?.delete(listener)
    return ipcRenderer
  }
  const ipcRenderer = {
    on,
    off,
    send: (channel: string, ...args: unknown[]): void =>
      post(
        JSON.stringify({ kind: 'send', id: 0, channel, args: codec.encode(args) } satisfies Wire),
      ),
    invoke: (channel: string, ...args: unknown[]): Promise<unknown> => ask('invoke', channel, args),
  }

  /** The semantics of contextBridge: copies, frozen, functions wrapped, prototypes dropped. */
  const copy = (value: unknown): unknown => {
    if (typeof value === 'function')
      return (...args: unknown[]) =>
        copy((value as (...given: unknown[]) => unknown)(...args.map(copy))) // checked above
    if (value instanceof Promise)
      return value.then(copy, (error: unknown) => Promise.reject(error as Error)) // passed on unchanged
    if (Array.isArray(value)) return Object.freeze(value.map(copy))
    if (value === null || typeof value !== 'object') return value
    if (Object.getPrototypeOf(value) !== Object.prototype) return structuredClone(value)
    return Object.freeze(
      Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copy(item)])),
    )
  }
  const contextBridge = {
    exposeInMainWorld: (key: string, api: unknown): void => {
      if (key in scope)
        throw new Error(
          `Cannot bind an API on top of an existing property on the window object: ${key}`,
        )
      Object.defineProperty(scope, key, {
        value: copy(api),
        enumerable: true,
        configurable: false,
        writable: false,
      })
    },
  }

  // Electron asks for the camera on each use; Chromium under DevTools has one switch, which is set before each use
  // instead.
  if (navigator.mediaDevices !== undefined) {
    const getUserMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    MediaDevices.prototype.getUserMedia = async (constraints) => {
      const wanted = [constraints?.video ? 'video' : '', constraints?.audio ? 'audio' : ''].filter(
        (type) => type !== '',
      )
      await ask('media', 'media', wanted)
      return getUserMedia(constraints)
    }
    const query = navigator.permissions.query.bind(navigator.permissions)
    Permissions.prototype.query = async (descriptor) => {
      await ask('query', 'query', [])
      return query(descriptor)
    }
  }
  // Electron never creates a refused window: `window.open` returns null.
  window.open = (url) => {
    void ask('open', 'open', [new URL(String(url ?? 'about:blank'), location.href).href])
    return null
  }

  // In Electron, main sees each real key before the page does and may prevent it. A synchronous request is the only way
  // in which a page can wait for main in the middle of an event. Events that a script makes never reach main.
  const KeyRequest = XMLHttpRequest
  const offer = (event: KeyboardEvent): void => {
    if (!event.isTrusted || !location.host.endsWith('.standin')) return
    const { type, key, code, repeat, shiftKey, ctrlKey, altKey, metaKey } = event
    const request = new KeyRequest()
    request.open('POST', keyPath, false)
    request.send(
      JSON.stringify({
        type: type === 'keydown' ? 'keyDown' : 'keyUp',
        key,
        code,
        isAutoRepeat: repeat,
        shift: shiftKey,
        control: ctrlKey,
        alt: altKey,
        meta: metaKey,
      }),
    )
    if (request.responseText !== 'prevented') return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', offer, true)
  window.addEventListener('keyup', offer, true)
  // Ctrl and the wheel, and two fingers on a touchpad: the page comes first, then main is told, and nothing else zooms.
  const onWheel = (event: WheelEvent): void => {
    if (!event.ctrlKey || !event.isTrusted || event.defaultPrevented) return
    event.preventDefault()
    void ask('zoom', 'zoom', [event.deltaY < 0 ? 'in' : 'out'])
  }
  window.addEventListener('wheel', onWheel, { passive: false })

  // DevTools does not show the bytes of Blob and FormData bodies to an interceptor; Electron does. They are converted
  // before they are sent.
  // A DevTools message holds some 16 MB, so larger uploads cannot be tested here.
  const opaque = (body: unknown): body is Blob | FormData =>
    body instanceof Blob || body instanceof FormData
  const originalFetch = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    if (!opaque(init?.body)) return originalFetch(input, init)
    const request = new Request(input, init)
    const headers = new Headers(request.headers)
    return originalFetch(request.url, { ...init, headers, body: await request.arrayBuffer() })
  }
  const originalSend = XMLHttpRequest.prototype.send
  XMLHttpRequest.prototype.send = function send(body) {
    if (!opaque(body)) {
      originalSend.call(this, body)
      return
    }
    const packed = new Response(body)
    const type = packed.headers.get('content-type')
    if (type !== null) this.setRequestHeader('content-type', type)
    void packed.arrayBuffer().then((bytes) => originalSend.call(this, bytes))
  }

  Object.defineProperty(scope, Symbol.for(bindingName), {
    value: {
      settle: (id: number, ok: boolean, text: string) => {
        pending.get(id)?.(ok, codec.decode(text))
        pending.delete(id)
      },
      emit: (channel: string, text: string) => {
        for (const listener of listeners.get(channel) ?? [])
          listener({}, ...(codec.decode(text) as unknown[])) // an array by construction
      },
    },
  })
  runPreload((id) => {
    if (id !== 'electron' && id !== 'electron/renderer') throw new Error(`module not found: ${id}`) // a sandboxed preload has no other
    return { contextBridge, ipcRenderer }
  })
}
