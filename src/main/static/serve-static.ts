/** Everything under `app://wld/` that is not the API: the built interface, with its security headers. */
import { readFile, realpath } from 'node:fs/promises'
import { sep, extname } from 'node:path'
import { contentSecurityPolicy, PERMISSIONS_POLICY } from '#shared/domain/content-security.ts'
import { parseRange } from './range.ts'
import { filePath, resolvePath } from './resolve-path.ts'

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.wav': 'audio/wav',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}

/** With `nosniff`, a type that is missing here shows at once. */
const mediaType = (path: string): string =>
  MEDIA_TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream'

const SECURITY_HEADERS = {
  'content-security-policy': contentSecurityPolicy(),
  'permissions-policy': PERMISSIONS_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

const plain = (status: number, text: string): Response =>
  new Response(text, {
    status,
    headers: { ...SECURITY_HEADERS, 'content-type': 'text/plain; charset=utf-8' },
  })
export const notFound = (): Response => plain(404, 'Not found')

export function createStaticHandler(root: string): (request: Request) => Promise<Response> {
  const page = (request: Request): Promise<Response> =>
    send(root, ['index.html'], request).then((reply) => reply ?? notFound())
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return plain(405, 'Method not allowed')
    const wanted = resolvePath(new URL(request.url).pathname)
    if (wanted.kind === 'refused') return notFound()
    if (wanted.kind === 'page') return page(request)
    const reply = await send(root, wanted.segments, request)
    return reply ?? (wanted.required ? notFound() : page(request))
  }
}

/** The file, or undefined when it does not exist or does not lie in the root, symbolic links followed. */
async function send(
  root: string,
  segments: readonly string[],
  request: Request,
): Promise<Response | undefined> {
  const path = filePath(root, segments)
  let content: Buffer<ArrayBuffer>
  try {
    const [realRoot, realPath] = await Promise.all([realpath(root), realpath(path)])
    if (!realPath.startsWith(realRoot + sep)) return undefined
    content = await readFile(realPath)
  } catch {
    return undefined
  }
  const headers = new Headers({
    ...SECURITY_HEADERS,
    'content-type': mediaType(path),
    'accept-ranges': 'bytes',
  })
  const range = parseRange(request.headers.get('range'), content.byteLength)
  if (range.kind === 'unsatisfiable') {
    headers.set('content-range', `bytes */${content.byteLength}`)
    return new Response(null, { status: 416, headers })
  }
  const part = range.kind === 'part' ? content.subarray(range.from, range.to + 1) : content
  if (range.kind === 'part')
    headers.set('content-range', `bytes ${range.from}-${range.to}/${content.byteLength}`)
  headers.set('content-length', String(part.byteLength))
  return new Response(request.method === 'HEAD' ? null : part, {
    status: range.kind === 'part' ? 206 : 200,
    headers,
  })
}
