export interface MailLink {
  readonly use: 'confirm' | 'end'
  readonly token: string
}

const LINK = /^#(confirm|end)=([\w-]{40,300})$/

/** What a link of our mails asks for; undefined for any other address. */
export function readLink(hash: string): MailLink | undefined {
  const [, use, token] = LINK.exec(hash) ?? []
  return (use === 'confirm' || use === 'end') && token !== undefined ? { use, token } : undefined
}
