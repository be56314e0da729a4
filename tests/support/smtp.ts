/** A mail server on loopback that stores accepted mails, and refuses, delays or does not respond on request. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { readMail, type ReadMail } from './read-mail.ts'

interface TakenMail extends ReadMail {
  readonly to: readonly string[]
}

export interface TestMailServer {
  /** The value of `SMTP_URL`. */
  readonly url: string
  readonly taken: readonly TakenMail[]
  /** Resolves when the next mail has arrived completely, before the response. */
  arrival(): Promise<void>
  /** Refuses with this reply: at the recipient or after the text. Undefined accepts mails again. */
  refuse(reply: { readonly at: 'recipient' | 'text'; readonly code: number } | undefined): void
  /** Delays each response by this time. */
  delay(ms: number): void
  stop(): Promise<void>
}

export async function startMailServer(): Promise<TestMailServer> {
  const taken: TakenMail[] = []
  const waiting: (() => void)[] = []
  let refusal: { readonly at: 'recipient' | 'text'; readonly code: number } | undefined
  let delayMs = 0
  const refused = (at: 'recipient' | 'text'): Error | undefined =>
    refusal?.at === at
      ? Object.assign(new Error('not now, <somebody@test.example>'), { responseCode: refusal.code })
      : undefined
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'], // no encryption on loopback
    logger: false,
    closeTimeout: 1_000,
    onRcptTo: (_address, _session, callback) => callback(refused('recipient')),
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
      stream.on('end', () => {
        for (const resolve of waiting.splice(0)) resolve()
        const fault = refused('text')
        if (fault === undefined)
          taken.push({
            ...readMail(Buffer.concat(chunks)),
            to: envelope.rcptTo.map(({ address }) => address),
          })
        setTimeout(() => callback(fault), delayMs)
      })
    },
  })
  server.on('error', () => undefined) // tests close connections on purpose
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo // a TCP server's address has a port
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    arrival: () => new Promise((resolve) => void waiting.push(resolve)),
    refuse: (reply) => void (refusal = reply),
    delay: (ms) => void (delayMs = ms),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
