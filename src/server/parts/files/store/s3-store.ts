/**
 * Files in a bucket of any S3-compatible store (path style, signature version 4). The objects are
 * sealed, so the bucket may be readable. Every call has a time limit and a few retries; a refused
 * call or a timeout is not retried. On every fault the caller gets `Unavailable`.
 */
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { Unavailable } from '../../../base/unavailable.ts'
import { isStoreKey, type FileStore } from './file-store.ts'

export interface S3Settings {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** The operator has to correct it: the message names the variable and the expected value. */
export class FileStoreUnusable extends Error {
  override readonly name = 'FileStoreUnusable'
}

const TRIES = 4
const FIRST_WAIT_MS = 100
/** Time limit for connection and response; a caller waits this long for a store that hangs. */
const CALL_LIMIT_MS = 5_000
/**
 * Time added for the bytes sent or received: a megabyte a second is a slow connection to a store.
 */
const LIMIT_MS_PER_BYTE = 1_000 / (1024 * 1024)
const PROBE_KEY = 'health/probe'

const REMEDIES: Readonly<Record<string, string>> = {
  NoSuchBucket:
    'S3_BUCKET names a bucket that does not exist at S3_ENDPOINT: make it first, or correct the name',
  InvalidBucketName: 'S3_BUCKET must be the name of a bucket',
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID is not known at S3_ENDPOINT',
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY is not the secret of S3_ACCESS_KEY_ID',
  AuthorizationHeaderMalformed: 'S3_REGION is not the region of the bucket',
  AuthorizationQueryParametersError: 'S3_REGION is not the region of the bucket',
  AccessDenied: 'S3_ACCESS_KEY_ID may not write to S3_BUCKET',
  RequestTimeTooSkewed: 'the clock of this machine is wrong: S3_ENDPOINT refuses its signatures',
}

class S3Refusal extends Error {
  override readonly name = 'S3Refusal'
  readonly code: string
  constructor(status: number, code: string) {
    super(`The file store answered ${status} ${code}`)
    this.code = code
  }
}

class TimedOut extends Error {
  override readonly name = 'TimedOut'
  constructor() {
    super('The file store did not answer in time')
  }
}

/** The error document is XML with one `Code`; the rest may repeat keys and addresses, so it is not read. */
const errorCode = (xml: string): string =>
  /<Code>(\w{1,60})<\/Code>/.exec(xml)?.[1] ?? 'without a code'

/**
 * A page where bytes were asked for, or where a write was to be acknowledged: some stores, and what stands between them and
 * here, say 200 and then what went wrong. Sealed bytes begin so by chance once in 2^40.
 */
const isPage = (bytes: Buffer): boolean =>
  /^\s*<(?:\?xml|!doctype|html|error)/i.test(bytes.toString('latin1', 0, 100))

const isWorthAnotherTry = (status: number): boolean =>
  status >= 500 || status === 429 || status === 408

export interface S3Options {
  readonly fetch?: typeof fetch
  readonly callLimitMs?: number
}

interface S3Reply {
  readonly status: number
  readonly bytes: Buffer
  readonly etag: string | null
}
const contentHash = (body: Buffer) => ({
  'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
})

export function createS3Store(
  settings: S3Settings,
  { fetch: send = fetch, callLimitMs = CALL_LIMIT_MS }: S3Options = {},
): FileStore {
  const { endpoint, bucket, ...credentials } = settings
  const client = new AwsClient({ ...credentials, service: 's3', retries: 0 })
  const address = (key: string): string => {
    if (!isStoreKey(key)) throw new Error(`Not a file key: ${JSON.stringify(key)}`)
    return `${endpoint.replace(/\/+$/, '')}/${bucket}/${key}`
  }

  /**
   * One attempt; reading the body has a time limit too, so that a store that stalls half-way counts
   * as failed.
   */
  async function attempt(method: string, url: string, body?: Buffer): Promise<S3Reply> {
    const request = await client.sign(url, {
      method,
      ...(body === undefined ? {} : { body: new Uint8Array(body), headers: contentHash(body) }),
    })
    const limit = new AbortController()
    const allowFor = (bytes: number) =>
      setTimeout(() => limit.abort(new TimedOut()), callLimitMs + bytes * LIMIT_MS_PER_BYTE)
    let timer = allowFor(body?.length ?? 0)
    try {
      const response = await send(request, { signal: limit.signal, redirect: 'error' })
      clearTimeout(timer)
      timer = allowFor(Number(response.headers.get('content-length') ?? 0))
      return {
        status: response.status,
        bytes: Buffer.from(await response.arrayBuffer()),
        etag: response.headers.get('etag'),
      }
    } finally {
      clearTimeout(timer)
    }
  }

  async function call(method: string, key: string, body?: Buffer): Promise<S3Reply> {
    const url = address(key)
    const lastStart = performance.now() + callLimitMs
    for (let tried = 1; ; tried += 1) {
      const isLast = (): boolean => tried === TRIES || performance.now() > lastStart
      try {
        const reply = await attempt(method, url, body)
        const isWrongKind = reply.status < 300 && isPage(reply.bytes)
        if (reply.status < 300 && !isWrongKind) return reply
        const code = errorCode(reply.bytes.toString('utf8', 0, 4_096))
        if (reply.status === 404 && method !== 'PUT' && code !== 'NoSuchBucket') return reply
        if (isLast() || !(isWrongKind || isWorthAnotherTry(reply.status)))
          throw new S3Refusal(reply.status, code)
      } catch (error) {
        const isFinal = error instanceof S3Refusal || error instanceof TimedOut || isLast()
        if (isFinal) throw new Unavailable('files', error)
        // Otherwise the network failed; every call can be repeated safely.
      }
      await wait(FIRST_WAIT_MS * 2 ** (tried - 1) * (0.5 + Math.random()))
    }
  }

  const store: FileStore = {
    put: async (key, bytes) => void (await call('PUT', key, bytes)),
    async get(key) {
      const { status, bytes } = await call('GET', key)
      return status === 404 ? undefined : bytes
    },
    async version(key) {
      const { status, etag } = await call('HEAD', key)
      return status === 404 ? undefined : (etag ?? '')
    },
    delete: async (key) => void (await call('DELETE', key)),
    async ping() {
      await store.put(PROBE_KEY, Buffer.from('ok'))
      await store.delete(PROBE_KEY)
    },
  }
  return store
}

/** @throws FileStoreUnusable when the bucket cannot be written, with the variable to correct */
export async function openS3Store(settings: S3Settings, options?: S3Options): Promise<FileStore> {
  const store = createS3Store(settings, options)
  try {
    await store.ping()
    return store
  } catch (error) {
    const cause = error instanceof Unavailable ? error.cause : error
    const remedy =
      cause instanceof S3Refusal
        ? (REMEDIES[cause.code] ?? `S3_ENDPOINT refuses: ${cause.message}`)
        : 'S3_ENDPOINT does not answer: correct the address, or start the store'
    throw new FileStoreUnusable(remedy, { cause })
  }
}
