/** Sends evidence in parts, as a client does, and in wrong ways. */
import { createHash } from 'node:crypto'
import {
  EVIDENCE_CHUNK_BYTES,
  startEvidenceUpload,
  type EvidenceUpload,
} from '#shared/contract/evidence.ts'
import type { ApiServer } from './api-server.ts'

export const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')
export const digestOf = (bytes: Uint8Array): string =>
  `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`

/** A server of this process, or a process. */
type Target = Pick<ApiServer, 'url' | 'client'>

export interface Answer {
  readonly status: number
  readonly upload: EvidenceUpload
  readonly problem: {
    readonly code: string
    readonly offset?: number
    readonly fields: readonly { readonly path: string; readonly code: string }[]
  }
}

export async function callUpload(
  server: Target,
  bearer: string,
  method: string,
  path: string,
  init: RequestInit = {},
): Promise<Answer> {
  const answer = await fetch(`${server.url}/api/upload/evidence${path}`, {
    ...init,
    method,
    headers: { authorization: `Bearer ${bearer}`, ...init.headers },
  })
  const json = (await answer.json()) as never // an upload, or a problem: distinguished by the status
  return { status: answer.status, upload: json, problem: json }
}

export interface StartWish {
  readonly name?: string
  readonly type?: string
  readonly size?: number
  readonly hash?: string
  readonly original?: {
    readonly originalSha256?: unknown
    readonly originalSize?: unknown
    readonly seal?: unknown
  }
}
export async function begin(
  server: Target,
  bearer: string,
  bytes: Uint8Array,
  {
    name = 'seen.bin',
    type = '',
    size = bytes.length,
    hash = sha256(bytes),
    original = {},
  }: StartWish = {},
): Promise<Answer> {
  return callUpload(server, bearer, 'POST', '', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, type, size, sha256: hash, ...original }),
  })
}
export async function begun(
  server: Target,
  bearer: string,
  bytes: Uint8Array,
  wish: StartWish = {},
): Promise<EvidenceUpload> {
  const { name = 'seen.bin', type = '', size = bytes.length, hash = sha256(bytes) } = wish
  const result = await server.client.call(
    startEvidenceUpload,
    { body: { name, type, size, sha256: hash } },
    { bearer },
  )
  if (!result.ok) throw new Error(`Not begun: ${JSON.stringify(result.problem)}`)
  return result.value
}

export const partAt = (bytes: Uint8Array, offset: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(bytes.subarray(offset, offset + EVIDENCE_CHUNK_BYTES))

export const sendPart = (
  server: Target,
  bearer: string,
  id: string,
  offset: number,
  body: Uint8Array<ArrayBuffer>,
  digest = digestOf(body),
): Promise<Answer> =>
  callUpload(server, bearer, 'PUT', `/${id}?offset=${offset}`, {
    headers: { 'content-type': 'application/octet-stream', 'content-digest': digest },
    body,
  })

export async function sendAll(
  server: Target,
  bearer: string,
  id: string,
  bytes: Uint8Array,
  from = 0,
): Promise<void> {
  for (let offset = from; offset < bytes.length; offset += EVIDENCE_CHUNK_BYTES) {
    const { status, problem } = await sendPart(server, bearer, id, offset, partAt(bytes, offset))
    if (status !== 200)
      throw new Error(`Part at ${offset} refused: ${status} ${JSON.stringify(problem)}`)
  }
}

export const finish = (server: Target, bearer: string, id: string): Promise<Answer> =>
  callUpload(server, bearer, 'POST', `/${id}/finish`)
export const state = (server: Target, bearer: string, id: string): Promise<Answer> =>
  callUpload(server, bearer, 'GET', `/${id}`)

/** Uploads all parts; returns the reply of the last call. */
export async function uploadInParts(
  server: Target,
  bearer: string,
  bytes: Uint8Array,
  wish: StartWish = {},
): Promise<Answer> {
  const started = await begin(server, bearer, bytes, wish)
  if (started.status !== 200) return started
  await sendAll(server, bearer, started.upload.id, bytes)
  return finish(server, bearer, started.upload.id)
}
