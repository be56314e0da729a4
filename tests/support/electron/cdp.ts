/** A Chrome DevTools Protocol client: flat sessions over one WebSocket. */
type Params = Readonly<Record<string, unknown>>
type Listener = (params: never, sessionId: string | undefined) => void

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: never
  readonly sessionId?: string
  readonly result?: never
  readonly error?: { readonly message: string }
}
interface Waiting {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}

export class Cdp {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, Waiting>()
  readonly #listeners = new Map<string, Set<Listener>>()
  #lastId = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) =>
      this.#receive(JSON.parse(String(data)) as Message),
    ) // the protocol's envelope
  }

  static async connect(httpOrigin: string): Promise<Cdp> {
    const version = (await (await fetch(`${httpOrigin}/json/version`)).json()) as {
      webSocketDebuggerUrl: string
    } // documented reply
    const socket = new WebSocket(version.webSocketDebuggerUrl)
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true })
      socket.addEventListener('error', () => reject(new Error('CDP: no connection')), {
        once: true,
      })
    })
    return new Cdp(socket)
  }

  send<T = unknown>(method: string, params: Params = {}, sessionId?: string): Promise<T> {
    const id = ++this.#lastId
    this.#socket.send(JSON.stringify({ id, method, params, sessionId }))
    return new Promise<T>((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the listener names the event and so its parameters
  on<P>(method: string, sessionId: string | undefined, listener: (params: P) => void): void {
    const key = `${sessionId ?? ''}:${method}`
    const listeners = this.#listeners.get(key) ?? new Set<Listener>()
    this.#listeners.set(key, listeners.add(listener))
  }

  #receive({ id, method, params, sessionId, result, error }: Message): void {
    if (id !== undefined) {
      const waiting = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (error === undefined) waiting?.resolve(result as never) // typed by the caller of send
      else waiting?.reject(new Error(error.message))
    } else if (method !== undefined)
      for (const listener of this.#listeners.get(`${sessionId ?? ''}:${method}`) ?? [])
        listener(params as never, sessionId) // typed by the caller of on
  }
}
