/**
 * A `fetch` for one upload. The real one cannot tell how much of a body has left, and three photos on a slow line
 * take minutes; XMLHttpRequest can.
 */
export function sendFiles(
  form: FormData | Blob,
  onProgress: (share: number) => void,
): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const { signal } = init
      if (signal?.aborted === true) return reject(aborted())
      const request = new XMLHttpRequest()
      const abort = (): void => request.abort()
      signal?.addEventListener('abort', abort, { once: true })
      request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
        if (lengthComputable && total > 0) onProgress(Math.min(loaded / total, 1))
      })
      request.addEventListener('load', () => {
        onProgress(1)
        resolve(
          new Response(request.responseText, {
            status: request.status,
            headers: headersOf(request),
          }),
        )
      })
      // `fetch` reports the same: no response.
      request.addEventListener('error', () => reject(new TypeError('The connection was lost')))
      request.addEventListener('abort', () => reject(aborted()))
      request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
      request.open(init.method ?? 'POST', input instanceof Request ? input.url : input)
      // The browser writes the content type itself: of a form, only it knows the boundary between the files.
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
      request.send(form)
    })
}

const aborted = (): DOMException => new DOMException('The upload was cancelled', 'AbortError')

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return headers
}
