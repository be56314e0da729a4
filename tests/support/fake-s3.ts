/** A bucket in memory with the S3 calls that the product makes, and with the faults that a store may have. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Settings } from '#server/parts/files/store/s3-store.ts'

export type StoreFault =
  | 'none'
  | 'answers 503'
  | 'answers 200 with an error'
  | 'ends in the middle'
  | 'sends half of the bytes'
  | 'hangs'
  | 'refuses'

export interface FakeS3 {
  readonly settings: S3Settings
  /** By key, without the name of the bucket. */
  readonly objects: Map<string, Buffer>
  /** Number of calls so far. */
  calls(): number
  setFault(fault: StoreFault): Promise<void>
  stop(): Promise<void>
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer) // no encoding is set
  return Buffer.concat(pieces)
}

export async function startFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, Buffer>()
  let fault: StoreFault = 'none'
  let calls = 0
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    calls += 1
    const body = await bodyOf(request)
    if (fault === 'hangs') return
    if (fault === 'answers 503')
      return void response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
    if (fault === 'answers 200 with an error')
      return void response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end('<?xml version="1.0"?>\n<Error><Code>InternalError</Code></Error>')
    if (fault === 'ends in the middle') {
      response.writeHead(200, { 'content-length': 1_000 }).write(Buffer.alloc(500))
      return void setImmediate(() => response.destroy())
    }
    const key = (request.url ?? '').replace('/wld-files/', '')
    const found = objects.get(key)
    if (request.method === 'PUT') objects.set(key, body)
    if (request.method === 'DELETE') objects.delete(key)
    if (request.method !== 'GET')
      return void response.writeHead(request.method === 'PUT' ? 200 : 204).end()
    if (found === undefined)
      return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    response.end(fault === 'sends half of the bytes' ? found.subarray(0, found.length / 2) : found)
  }
  const server = createServer(
    (request, response) => void answer(request, response).catch(() => response.destroy()),
  )
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await listen(0)
  const { port } = server.address() as AddressInfo // a TCP server's address has a port
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'wld-files',
      accessKeyId: 'a',
      secretAccessKey: 'b',
    },
    objects,
    calls: () => calls,
    async setFault(next) {
      if (fault === 'refuses' && next !== 'refuses') await listen(port)
      if (fault !== 'refuses' && next === 'refuses') await close()
      fault = next
      if (next === 'none') server.closeAllConnections()
    },
    stop: close,
  }
}
