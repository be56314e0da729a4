/**
 * Structured logs without personal data: credentials, codes, names and addresses of members are
 * removed by path.
 */
import { pino, type DestinationStream, type Logger } from 'pino'

const REDACTED_PATHS = [
  'authorization',
  'password',
  'code',
  'token',
  'accessToken',
  'refreshToken',
  'ticket',
  'grant',
  'payload',
  'email',
  'phone',
  'identifier',
  'firstName',
  'lastName',
  'name',
  'tribe',
]

/**
 * The pattern of the route, never the address: an address may hold a card number, a searched name,
 * a signature, or the grant of a password reset. A mistyped address may contain them as well, so an
 * unknown address is not logged.
 */
interface LoggedRequest {
  readonly method?: string
  readonly routeOptions?: { readonly url?: string | undefined }
}

export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        ...REDACTED_PATHS,
        ...REDACTED_PATHS.map((path) => `*.${path}`),
        'req.headers',
        'res.headers',
      ],
      censor: '[redacted]',
    },
    serializers: {
      req: ({ method, routeOptions }: LoggedRequest) => ({
        method,
        route: routeOptions?.url ?? 'unknown',
      }),
      res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
      err: pino.stdSerializers.err,
    },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}
