// Browser only: Vite turns the ?url import into the address of the file on our own origin (CSP: connect-src 'self').
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

export async function fetchZxingWasm(): Promise<ArrayBuffer> {
  const reply = await fetch(wasmUrl, { credentials: 'same-origin' })
  if (!reply.ok) throw new Error(`${wasmUrl} answered ${reply.status}`)
  return reply.arrayBuffer()
}
