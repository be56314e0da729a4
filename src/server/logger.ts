/** Structured logs without people in them: credentials, codes, names and addresses of members are cut out by path. */
import { pino, type DestinationStream, type Logger } from 'pino'

const REDACTED_PATHS = [
  'authorization', 'password', 'code', 'token', 'accessToken', 'refreshToken', 'ticket', 'grant', 'payload', 'email',
  'phone', 'identifier', 'firstName', 'lastName', 'name', 'tribe',
]

/**
 * Addresses in our logs lose their query: it may carry a signature or what somebody searched for. The grant of a
 * password reset, which the specification puts into the path, is cut out as well.
 */
export const loggedUrl = (url: string): string => (url.split('?')[0] ?? url).replace(/(\/password\/update\/).+/, '$1[redacted]')

export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [...REDACTED_PATHS, ...REDACTED_PATHS.map((path) => `*.${path}`), 'req.headers', 'res.headers'],
      censor: '[redacted]',
    },
    serializers: {
      req: (request: { method?: string; url?: string }) => ({ method: request.method, url: loggedUrl(request.url ?? '') }),
      res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
      err: pino.stdSerializers.err,
    },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}
