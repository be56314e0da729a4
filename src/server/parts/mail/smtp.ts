/** Sends through the server of `SMTP_URL`. */
import type { Transporter } from 'nodemailer'
import { composed, MailRefused, MailServerAway, type MailSender } from './mail-sender.ts'

/** A server that is silent for this long counts as away; the outbox retries later. */
const CONNECT_LIMIT_MS = 15_000
const SILENCE_LIMIT_MS = 30_000
/**
 * Limit for a whole send to a slow server; far shorter than the claim that the outbox has
 * meanwhile.
 */
const SEND_LIMIT_MS = 60_000

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Codes and addresses of members are never sent unencrypted: `smtp://` must upgrade by STARTTLS,
 * unless the server is this machine, or the operator says `?requireTLS=false` for a relay inside a
 * network of one's own.
 */
const mustEncrypt = (url: URL): boolean =>
  url.protocol === 'smtp:' && !LOOPBACK.has(url.hostname) && !url.searchParams.has('requireTLS')

/** Mails that leave at the same time, each over a connection that is kept for the next one. */
export const SMTP_CONNECTIONS = 5

/** A reply that is about this mail; all other errors are about the connection, the sign-in or the server as a whole. */
const ABOUT_THE_MAIL: readonly string[] = ['EENVELOPE', 'EMESSAGE']
const SERVICE_NOT_AVAILABLE = 421

/** Of nodemailer's errors only the kind is kept: the text of a reply may hold the address. */
function withoutAddresses(error: unknown): Error {
  const {
    code = 'UNKNOWN',
    responseCode,
    permanent,
  } = error as { code?: string; responseCode?: number; permanent?: boolean } // nodemailer's errors carry these
  const text = responseCode === undefined ? code : `${code} ${responseCode}`
  // A refused sign-in is the operator's to correct; the mail itself is still good.
  if (!ABOUT_THE_MAIL.includes(code) || responseCode === SERVICE_NOT_AVAILABLE)
    return new MailServerAway(text)
  return permanent === true ? new MailRefused(text) : new Error(text)
}

export interface SmtpSender extends MailSender {
  /** Connects and signs in, without a mail. @throws MailServerAway */
  check(): Promise<void>
}

export function createSmtpSender(smtpUrl: string, from: string): SmtpSender {
  const url = new URL(smtpUrl)
  const domain = /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  let pool: Transporter | undefined
  const connected = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer') // with the first mail: it is a tenth of the program
    pool ??= createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: SMTP_CONNECTIONS,
      ...(mustEncrypt(url) ? { requireTLS: true } : {}),
      connectionTimeout: CONNECT_LIMIT_MS,
      greetingTimeout: CONNECT_LIMIT_MS,
      socketTimeout: SILENCE_LIMIT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    return pool
  }
  return {
    async check() {
      try {
        const transport = await connected()
        await transport.verify()
      } catch (error) {
        throw withoutAddresses(error)
      }
    },
    async send(mail) {
      try {
        const transport = await connected()
        await transport.sendMail({
          from,
          ...composed(mail),
          messageId: `<${mail.id}@${domain}>`,
          signal: AbortSignal.timeout(SEND_LIMIT_MS),
        })
      } catch (error) {
        throw withoutAddresses(error)
      }
    },
  }
}
