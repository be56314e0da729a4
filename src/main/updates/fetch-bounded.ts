/** Fetches a small file from one address: no redirect, no cookie, no cache, and never more than was agreed. */
import { describeError } from '../log/log-file.ts'

export type FetchFile = (url: string, init: RequestInit) => Promise<Response>
export type BoundedFile =
  | { readonly ok: true; readonly bytes: Uint8Array }
  /** `offline`: nobody answered, or somebody else than the place itself. `format`: what came is not the file. */
  | { readonly ok: false; readonly fault: 'offline' | 'format'; readonly detail: string }

const TIME_LIMIT_MS = 30_000

export async function fetchBounded(
  fetch: FetchFile,
  url: string,
  maxBytes: number,
  timeLimitMs = TIME_LIMIT_MS,
): Promise<BoundedFile> {
  try {
    const signal = AbortSignal.timeout(timeLimitMs)
    // A redirect is how a captive portal answers, and how a feed would come from a host that nobody chose.
    const response = await fetch(url, {
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
      signal,
    })
    if (response.status !== 200 || response.body === null) {
      await response.body?.cancel()
      return {
        ok: false,
        fault: response.status >= 500 || response.status === 429 ? 'offline' : 'format',
        detail: `status ${response.status}`,
      }
    }
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of response.body) {
      length += chunk.byteLength
      if (length > maxBytes)
        return { ok: false, fault: 'format', detail: `more than ${maxBytes} bytes` } // leaving the loop cancels the rest
      chunks.push(chunk)
    }
    return { ok: true, bytes: Buffer.concat(chunks) }
  } catch (error) {
    return { ok: false, fault: 'offline', detail: describeError(error) }
  }
}
