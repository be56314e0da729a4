/** Everything under `app://wld/` that is not the API: the built interface, with its security headers. */
import { readFile, realpath } from 'node:fs/promises'
import { join, sep, extname } from 'node:path'
import {
  contentSecurityPolicy,
  PERMISSIONS_POLICY,
} from '#shared/domain/access/content-security.ts'

/** One byte range of RFC 9110; several at once get the whole file. */
type RangeResult =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly from: number; readonly to: number }
  | { readonly kind: 'unsatisfiable' }

const WHOLE: RangeResult = { kind: 'whole' }

/** `to` is the last byte, included. A header that cannot be read is ignored, as the standard asks. */
export function parseRange(header: string | null, size: number): RangeResult {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (match === null) return WHOLE
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return WHOLE
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0
      ? { kind: 'unsatisfiable' }
      : { kind: 'part', from: size - length, to: size - 1 }
  }
  const from = Number(first)
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < from) return WHOLE
  return from >= size ? { kind: 'unsatisfiable' } : { kind: 'part', from, to }
}

type Resolution =
  /** A file; `required` when its absence is an error rather than a page of the interface. */
  | { readonly kind: 'file'; readonly segments: readonly string[]; readonly required: boolean }
  | { readonly kind: 'page' }
  | { readonly kind: 'refused' }

/** Names that our build makes. No colon (drives, streams of NTFS), no separator, no leading dot. */
const PLAIN_NAME = /^[\w@~][\w.@~+-]*$/
/** Characters that one parser reads as part of a name and another one as structure. */
const AMBIGUOUS = /%(?:2f|5c|00|25)|\\|\0/i

/** Finds the file of the built interface for the path of an address: confined by form first, by the file system later. */
export function resolvePath(pathname: string): Resolution {
  if (AMBIGUOUS.test(pathname)) return { kind: 'refused' }
  let decoded: string
  try {
    decoded = decodeURIComponent(pathname)
  } catch {
    return { kind: 'refused' }
  }
  const segments = decoded.split('/').slice(1)
  if (segments.some((segment) => segment === '..' || segment === '.')) return { kind: 'refused' }
  const required = segments[0] === 'assets'
  const name = segments.at(-1) ?? ''
  if (!required && !name.includes('.')) return { kind: 'page' }
  if (segments.every((segment) => PLAIN_NAME.test(segment)))
    return { kind: 'file', segments, required }
  return required ? { kind: 'refused' } : { kind: 'page' }
}

const filePath = (root: string, segments: readonly string[]): string => join(root, ...segments)

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
