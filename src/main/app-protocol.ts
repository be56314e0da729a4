/** `app://wld/…`: the API behind one door, the built interface behind the other; every other host is empty. */
import { describeError, type Log } from './log/log-file.ts'
import { isApiPath, parseAppUrl } from './origin.ts'
import { notFound } from './static/serve-static.ts'

type Handler = (request: Request) => Promise<Response>

export interface AppProtocolOptions {
  readonly api: Handler
  readonly files: Handler
  readonly log: Log
}

export const createAppProtocol =
  ({ api, files, log }: AppProtocolOptions): Handler =>
  async (request) => {
    const url = parseAppUrl(request.url)
    if (url === undefined) return notFound()
    try {
      return await (isApiPath(url.pathname) ? api(request) : files(request))
    } catch (error) {
      // A fault of ours must not look like a network that is down.
      log('error', 'protocol.failed', { error: describeError(error) })
      return new Response(null, { status: 500 })
    }
  }
