/**
 * Tells phones through Apple's push service (APNs) that a pass changed. The message is empty: the
 * phone then asks this server. Apple learns that something changed for this phone, and when.
 */
import { connect, constants, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2'
import * as z from 'zod'
import { readJson } from '#shared/read-json.ts'
import type { AppleWallet } from './wallet-config.ts'
import { WalletFault } from './wallet-fault.ts'

const TIMEOUT_MS = 8_000
const OK = 200
const BAD_REQUEST = 400
const UNREGISTERED = 410
const REASON_MAX_CHARS = 1_024
const ApplePushFault = z.object({ reason: z.string() })

export interface PushLine {
  /** @returns false where the phone no longer exists. @throws where the call must be tried again */
  tell(pushToken: string): Promise<boolean>
  close(): void
}

/** What Apple says of a call that it did not take. */
const reasonOf = (text: string): string | undefined => readJson(ApplePushFault, text)?.reason

function readText(call: ClientHttp2Stream): () => string {
  let text = ''
  call.setEncoding('utf8')
  call.on('data', (piece: string) => (text = (text + piece).slice(0, REASON_MAX_CHARS)))
  return () => text
}

/**
 * The token is of no use any more: Wallet is gone, or it never was a token. Other refusals are faults of
 * this server, such as a wrong certificate, and must not make it forget every phone.
 */
const isGone = (status: number | undefined, text: string): boolean =>
  status === UNREGISTERED || (status === BAD_REQUEST && reasonOf(text) === 'BadDeviceToken')

/** @param trusted certificate of the service, where the system does not know it */
export function openPushLine(apple: AppleWallet, trusted?: string): PushLine {
  const session: ClientHttp2Session = connect(apple.pushUrl, {
    cert: apple.certificate.toString() + apple.intermediate.toString(),
    key: apple.key.export({ type: 'pkcs8', format: 'pem' }),
    ...(trusted !== undefined && { ca: trusted }),
  })
  let failure: Error | undefined
  session.on('error', (error: Error) => (failure = error)) // each open call is told by itself
  session.setTimeout(TIMEOUT_MS, () => session.destroy(new WalletFault('no reply in time')))
  return {
    tell: (pushToken) =>
      new Promise((resolve, reject) => {
        if (session.destroyed || session.closed) {
          reject(failure ?? new WalletFault('the connection ended'))
          return
        }
        const call = session.request({
          [constants.HTTP2_HEADER_METHOD]: 'POST',
          [constants.HTTP2_HEADER_PATH]: `/3/device/${pushToken}`,
          'apns-topic': apple.passType,
        })
        let status: number | undefined
        const text = readText(call)
        call.setTimeout(TIMEOUT_MS, () => call.close(constants.NGHTTP2_CANCEL))
        call.once('response', (headers) => (status = headers[':status']))
        call.once('error', (error) => reject(failure ?? error))
        call.once('close', () => {
          if (status === OK) resolve(true)
          else if (isGone(status, text())) resolve(false)
          else
            reject(
              failure ??
                new WalletFault(status === undefined ? 'no reply in time' : `status ${status}`),
            )
        })
        call.end('{}')
      }),
    close: () => session.destroy(),
  }
}
