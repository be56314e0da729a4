/** Sends files as a browser does, and in wrong ways. */
import { randomBytes } from 'node:crypto'
import type { ApiServer } from './api-server.ts'

export interface SentFile {
  readonly field: string
  readonly bytes: Uint8Array
  readonly name?: string
  readonly type?: string
}

export interface UploadAnswer {
  readonly status: number
  readonly headers: Headers
  /** Field name to address; empty when the upload was refused. */
  readonly urls: Readonly<Record<string, string>>
  readonly problem:
    | {
        readonly code: string
        readonly fields: readonly { readonly path: string; readonly code: string }[]
      }
    | undefined
}

/** A multipart body built by hand, so that names can contain what no client would send. */
export function multipartBody(files: readonly SentFile[]): {
  readonly body: Buffer
  readonly type: string
} {
  const boundary = `wld-${randomBytes(12).toString('hex')}`
  const parts = files.flatMap(({ field, bytes, name = 'file.jpg', type = 'image/jpeg' }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ])
  return {
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  }
}

export async function sendMultipart(
  server: ApiServer,
  bearer: string | undefined,
  body: Buffer | string | FormData,
  type?: string,
): Promise<UploadAnswer> {
  const answer = await fetch(`${server.url}/api/upload/files`, {
    method: 'POST',
    headers: {
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(type === undefined ? {} : { 'content-type': type }),
    },
    body: Buffer.isBuffer(body) ? new Uint8Array(body) : body,
  })
  const json = (await answer.json()) as never // a map of addresses, or a problem: distinguished by the status
  return {
    status: answer.status,
    headers: answer.headers,
    urls: answer.ok ? json : {},
    problem: answer.ok ? undefined : json,
  }
}

export function upload(
  server: ApiServer,
  bearer: string | undefined,
  files: readonly SentFile[],
): Promise<UploadAnswer> {
  const { body, type } = multipartBody(files)
  return sendMultipart(server, bearer, body, type)
}

/** Uploads one file and returns its address; throws when the server refuses. */
export async function uploadOne(
  server: ApiServer,
  bearer: string,
  field: string,
  bytes: Uint8Array,
  name?: string,
): Promise<string> {
  const answer = await upload(server, bearer, [
    { field, bytes, ...(name === undefined ? {} : { name }) },
  ])
  const url = answer.urls[field]
  if (url === undefined) throw new Error(`Upload refused: ${JSON.stringify(answer.problem)}`)
  return url
}

export const fileIdOf = (url: string): string =>
  /\/api\/files\/([0-9a-f-]{36})/.exec(url)?.[1] ?? ''
