/**
 * Tokens of the links in mails. They are not stored: the content is sealed with a separate key, so
 * that the server can write the same link into every later mail, and a reader of the database
 * cannot make one. A link also does not reveal the number of a member.
 */
import * as z from 'zod'
import type { Secrets } from '../../parts/security/secrets.ts'

const Content = z.object({
  /** A link to confirm cannot end a subscription, and the other way round. */
  use: z.enum(['confirm', 'end']),
  of: z.enum(['subscription', 'member']),
  /** Id of the subscription, or number of the member. */
  id: z.string(),
})
export type TokenContent = z.output<typeof Content>

const CONTEXT = 'subscription-token/1'

export const makeToken = ({ seal }: Pick<Secrets, 'seal'>, content: TokenContent): string =>
  seal('subscriptions', Buffer.from(JSON.stringify(content)), CONTEXT).toString('base64url')

/** Returns the sealed content for this use; undefined for every other token. */
export function readToken(
  { open }: Pick<Secrets, 'open'>,
  token: string,
  use: TokenContent['use'],
): TokenContent | undefined {
  try {
    const content = Content.parse(
      JSON.parse(open('subscriptions', Buffer.from(token, 'base64url'), CONTEXT).toString('utf8')),
    )
    return content.use === use ? content : undefined
  } catch {
    return undefined // not a token of this server
  }
}

export interface EndLinks {
  /** The page where a person unsubscribes. Behind `#`: the token never reaches a log. */
  readonly unsubscribeLink: string
  /** The address to which a mail program posts when the reader uses its unsubscribe button. */
  readonly oneClick: string
}

export function endLinks(
  secrets: Pick<Secrets, 'seal'>,
  publicUrl: string,
  { of, id }: Omit<TokenContent, 'use'>,
): EndLinks {
  const token = makeToken(secrets, { use: 'end', of, id })
  return {
    unsubscribeLink: `${publicUrl}/newsletter#end=${token}`,
    oneClick: `${publicUrl}/api/subscription/one-click?token=${token}`,
  }
}
