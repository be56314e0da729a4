/**
 * A timestamp authority on loopback: `openssl ts` behind HTTP, with a CA and certificates that are
 * made for the run. What it does wrong is set by the test.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { MEMORY_FOLDER } from './memory-folder.ts'

const run = promisify(execFile)

const CONFIG = `
[ca]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
subjectKeyIdentifier = hash
[clock]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
[req]
distinguished_name = name
[name]
[tsa]
default_tsa = tsa_config
[tsa_config]
dir = .
serial = ./serial
crypto_device = builtin
signer_cert = ./tsa.pem
certs = ./ca.pem
signer_key = ./tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha512
accuracy = secs:1
ess_cert_id_alg = sha256
ess_cert_id_chain = no
`

export interface TimestampAuthority {
  readonly url: string
  /** File with the certificate of its CA. */
  readonly caFile: string
  /** Certificate of a CA that has nothing to do with it. */
  readonly otherCaFile: string
  readonly folder: string
  /** Requests that arrived. */
  asked(): number
  /** What is sent in place of the reply; undefined: the reply itself. */
  misbehave(how: ((request: Buffer) => Promise<Reply>) | undefined): void
  /** The reply that it gives to a request. */
  reply(request: Buffer): Promise<Buffer>
  /** Runs openssl in the folder of the authority. */
  openssl(...args: readonly string[]): Promise<string>
  stop(): Promise<void>
}
export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: Buffer | string
}

export async function startTimestampAuthority(): Promise<TimestampAuthority> {
  const folder = await mkdtemp(join(MEMORY_FOLDER, 'wld-tsa-'))
  const openssl = async (...args: readonly string[]): Promise<string> =>
    (await run('openssl', args, { cwd: folder })).stdout
  await writeFile(join(folder, 'tsa.cnf'), CONFIG)
  await writeFile(join(folder, 'serial'), '01\n')
  const ca = (name: string) =>
    openssl(
      ...`req -x509 -newkey rsa:2048 -nodes -config tsa.cnf -extensions ca -days 3 -subj /CN=${name} -keyout ${name}.key -out ${name}.pem`.split(
        ' ',
      ),
    )
  await Promise.all([ca('ca'), ca('other')])
  const certificate = async (name: string, section: string) => {
    await openssl(
      ...`req -newkey rsa:2048 -nodes -config tsa.cnf -subj /O=Clocks/CN=Test-Clock -keyout ${name}.key -out ${name}.csr`.split(
        ' ',
      ),
    )
    await openssl(
      ...`x509 -req -in ${name}.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile tsa.cnf -extensions ${section} -out ${name}.pem`.split(
        ' ',
      ),
    )
  }
  await certificate('tsa', 'clock')

  let asked = 0
  let turn = Promise.resolve() as Promise<unknown> // the file of serial numbers belongs to one call at a time
  const reply = (request: Buffer): Promise<Buffer> => {
    const own = turn.then(async () => {
      await writeFile(join(folder, 'query.tsq'), request)
      await openssl(...'ts -reply -config tsa.cnf -queryfile query.tsq -out reply.tsr'.split(' '))
      return readFile(join(folder, 'reply.tsr'))
    })
    turn = own.catch(() => undefined)
    return own
  }
  let misbehaviour: ((request: Buffer) => Promise<Reply>) | undefined
  const server = createServer((request, response) => {
    void (async () => {
      const pieces: Buffer[] = []
      for await (const piece of request) pieces.push(piece as Buffer) // no encoding is set
      asked += 1
      const body = Buffer.concat(pieces)
      const sent: Reply =
        request.headers['content-type'] !== 'application/timestamp-query'
          ? { status: 415, body: '' }
          : await (misbehaviour?.(body) ?? reply(body).then((made) => ({ body: made })))
      response
        .writeHead(sent.status ?? 200, {
          'content-type': 'application/timestamp-reply',
          ...sent.headers,
        })
        .end(sent.body)
    })().catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server's address has a port
  return {
    url: `http://127.0.0.1:${port}/tsa`,
    caFile: join(folder, 'ca.pem'),
    otherCaFile: join(folder, 'other.pem'),
    folder,
    asked: () => asked,
    misbehave: (how) => void (misbehaviour = how),
    reply,
    openssl,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
