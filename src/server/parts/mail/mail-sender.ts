import { EMBLEM_ID, EMBLEM_PNG_BASE64 } from './emblem.ts'

export interface Mail {
  /** Names the mail for good: a second send of the same id replaces the first. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** Address that ends the subscription by a POST, for mails of a subscription. */
  readonly unsubscribe?: string
  /** Texts that the recipient keeps as files. */
  readonly attachments?: readonly { readonly filename: string; readonly content: string }[]
}

export interface MailSender {
  /**
   * Resolves when the mail was handed over. Rejects with `MailRefused` when a retry is useless, and
   * with `MailServerAway` when no mail can be sent at the moment. Messages of errors contain no
   * address.
   */
  send(mail: Mail): Promise<void>
}

/**
 * The mail server cannot be reached or refuses the sign-in: the mail is not at fault, and other
 * mails would fail too.
 */
export class MailServerAway extends Error {
  override readonly name = 'MailServerAway'
}

/** The mail server will never take this mail, to this address or with this text. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

/**
 * A machine wrote it, so that automatic replies are not sent (RFC 3834); and where there is a
 * subscription, the button of the mail program ends it without opening a page (RFC 8058).
 */
const headersOf = (unsubscribe: string | undefined): Readonly<Record<string, string>> => ({
  'Auto-Submitted': 'auto-generated',
  ...(unsubscribe === undefined
    ? {}
    : {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
})

/**
 * The picture that the HTML names lies beside it (multipart/related), inline and without a file name: so no mail program
 * asks whether to load it, tells nobody that the mail was opened, or lists it as an attachment.
 */
const EMBLEM = {
  cid: EMBLEM_ID,
  content: EMBLEM_PNG_BASE64,
  encoding: 'base64',
  contentType: 'image/png',
  contentDisposition: 'inline',
  filename: false,
} as const

/** The mail as nodemailer takes it. */
export const composed = ({ to, subject, text, html, unsubscribe, attachments = [] }: Mail) => ({
  to,
  subject,
  text,
  ...(html === undefined ? {} : { html }),
  attachments: [...(html?.includes(`cid:${EMBLEM_ID}`) === true ? [EMBLEM] : []), ...attachments],
  headers: headersOf(unsubscribe),
})
