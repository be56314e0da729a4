import { isApiPath, parseAppUrl } from './base/origin.ts'
/**
 * Serves `app://wld/…`: the API under one path, the built interface under all others; every other
 * host gets nothing.
 */
import { describeError, type Log } from './log/log-file.ts'
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
      // A fault in main must not look like an offline network.
      log('error', 'protocol.failed', { error: describeError(error) })
      return new Response(null, { status: 500 })
    }
  }
