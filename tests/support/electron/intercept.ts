/** Handles every request of a page and of its workers: main's protocol handler responds, or the request fails. */
import { cdp } from './connection.ts'
import { handlerFor, toElectron } from './schemes.ts'

export interface Paused {
  readonly requestId: string
  readonly resourceType: string
  readonly frameId: string
  readonly redirectedRequestId?: string
  readonly request: {
    readonly url: string
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly postDataEntries?: readonly { readonly bytes?: string }[]
  }
}

/** Where page-side.ts sends each key before the page sees it. */
export const KEY_PATH = '/.standin/key'
/** @returns whether main prevents the key */
type OfferKey = (stroke: unknown) => boolean

export async function intercept(
  sessionId: string,
  mayGo: (paused: Paused) => boolean,
  offerKey?: OfferKey,
): Promise<void> {
  const send = (method: string, params: Record<string, unknown>): Promise<unknown> =>
    cdp()
      .send(method, params, sessionId)
      .catch(() => undefined) // the page was closed in the meantime

  const answer = async (paused: Paused): Promise<void> => {
    const { requestId } = paused
    const url = toElectron(paused.request.url)
    const handler = handlerFor(url)
    if (offerKey !== undefined && new URL(url).pathname === KEY_PATH)
      await fulfil(requestId, new Response(await isPrevented(url, paused, offerKey)))
    else if (!mayGo(paused)) await send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
    else if (handler === undefined)
      await send('Fetch.failRequest', { requestId, errorReason: 'InternetDisconnected' }) // no request leaves the test
    else
      try {
        await fulfil(requestId, await handler(toRequest(url, paused)))
      } catch (error) {
        process.stderr.write(`The handler of ${url} failed: ${String(error)}\n`)
        await send('Fetch.failRequest', { requestId, errorReason: 'Failed' })
      }
  }
  const fulfil = async (requestId: string, response: Response): Promise<void> => {
    const body = await response.arrayBuffer().catch(() => undefined)
    if (body === undefined) await send('Fetch.failRequest', { requestId, errorReason: 'Failed' })
    else
      await send('Fetch.fulfillRequest', {
        requestId,
        responseCode: response.status,
        responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
        body: Buffer.from(body).toString('base64'),
      })
  }

  cdp().on<Paused>('Fetch.requestPaused', sessionId, (paused) => void answer(paused))
  cdp().on<{ sessionId: string }>('Target.attachedToTarget', sessionId, ({ sessionId: worker }) => {
    void intercept(worker, () => true).then(() =>
      cdp().send('Runtime.runIfWaitingForDebugger', {}, worker),
    )
  })
  await send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
  await send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'worker' }],
  })
}

async function isPrevented(url: string, paused: Paused, offerKey: OfferKey): Promise<string> {
  return offerKey(await toRequest(url, paused).json()) ? 'prevented' : 'passes'
}

function toRequest(
  url: string,
  { request: { method, headers, postDataEntries } }: Paused,
): Request {
  const body = postDataEntries?.map(({ bytes = '' }) => Buffer.from(bytes, 'base64'))
  return new Request(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body: Buffer.concat(body) }),
  })
}
