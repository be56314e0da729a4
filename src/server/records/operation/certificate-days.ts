import { connect } from 'node:tls'
import { DAY_MS } from '#shared/domain/units.ts'

const CALL_LIMIT_MS = 10_000
/** Web servers that renew by themselves do so 30 days before the end. */
export const CERTIFICATE_DAYS_MIN = 14

/**
 * Days until the certificate of this host ends, by the clock of this machine. A certificate that is not trusted counts by
 * its date as well.
 * @throws Error when there is no connection
 */
export function certificateDays({ hostname, port }: URL): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(
      {
        host: hostname,
        port: Number(port || 443),
        servername: hostname,
        timeout: CALL_LIMIT_MS,
        rejectUnauthorized: false, // nothing is sent, and one that ended is what is looked for
      },
      () => {
        const { valid_to: end } = socket.getPeerCertificate()
        socket.end()
        resolve(Math.floor((Date.parse(end) - Date.now()) / DAY_MS))
      },
    )
    socket.once('error', reject)
    socket.once('timeout', () => socket.destroy(new Error('timeout')))
  })
}
