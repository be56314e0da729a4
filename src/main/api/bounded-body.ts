import { UPLOAD_MAX_BYTES } from '#shared/contract/uploads.ts'

/** Bodies have a limit in both directions: neither a page nor a server may fill the memory of this process. */
export const MAX_JSON_BYTES = 2 * 1024 * 1024
/** The files of one call, and the lines between them. */
export const MAX_UPLOAD_BYTES = UPLOAD_MAX_BYTES + 1024 * 1024
/** Limit of a reply that the page reads as a whole. */
export const MAX_REPLY_BYTES = 256 * 1024 * 1024

export type Body = ReadableStream<Uint8Array<ArrayBuffer>>

/** The whole body, or undefined when it is longer than `maxBytes`. */
export async function readBounded(
  body: Body | null,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.byteLength
    if (length > maxBytes) return undefined // leaving the loop cancels the stream
    chunks.push(chunk)
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}

/** The same body as a stream; it fails with an error beyond `maxBytes`. */
export function boundBody(body: Body, maxBytes: number): Body {
  let length = 0
  return body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        length += chunk.byteLength
        if (length > maxBytes)
          controller.error(new Error(`The reply is longer than ${maxBytes} bytes`))
        else controller.enqueue(chunk)
      },
    }),
  )
}
