export interface Mail {
  /** Names the mail for good: a second send of the same id replaces the first. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** Address that ends the subscription by a POST, for mails that somebody subscribed to. */
  readonly unsubscribe?: string
}

export interface MailSender {
  /** Resolves when the mail is in other hands; throws otherwise: `MailRefused` when another try is of no
   * use, `MailServerAway` when no mail leaves at the moment. Messages of errors hold no address. */
  send(mail: Mail): Promise<void>
}

/** The mail server does not talk to us at all: this is no fault of the mail, and the others will fare no better now. */
export class MailServerAway extends Error {
  override readonly name = 'MailServerAway'
}

/** The mail server will never take this mail, to this address or with this text. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

/**
 * A machine wrote it, so holiday notices need not answer (RFC 3834); and where there is a subscription, the button of
 * the mail program ends it without opening a page (RFC 8058).
 */
export const headersOf = (unsubscribe: string | undefined): Readonly<Record<string, string>> => ({
  'Auto-Submitted': 'auto-generated',
  ...(unsubscribe === undefined
    ? {}
    : {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
})
