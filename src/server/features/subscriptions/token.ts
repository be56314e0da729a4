/**
 * Tokens of the links in mails. Nothing of them is stored: the content is sealed with a key of its own, so the server
 * can write the same link into every later mail, and whoever reads the database can make none. Nor does a link tell
 * the number of a member to those who see it on its way.
 */
import * as z from 'zod'
import type { Secrets } from '../../security/secrets.ts'

const Content = z.object({
  /** A link that confirms does not end, and the other way round. */
  use: z.enum(['confirm', 'end']),
  of: z.enum(['subscription', 'member']),
  /** Id of the subscription, or number of the member. */
  id: z.string(),
})
export type TokenContent = z.output<typeof Content>

const CONTEXT = 'subscription-token/1'

export const makeToken = ({ seal }: Pick<Secrets, 'seal'>, content: TokenContent): string =>
  seal('subscriptions', Buffer.from(JSON.stringify(content)), CONTEXT).toString('base64url')

/** What we sealed, for this use; undefined for everything else. */
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
    return undefined // whatever it was, it is no token of ours
  }
}

export interface EndLinks {
  /** The page where a person unsubscribes. Behind `#`: the token never reaches a log. */
  readonly unsubscribeLink: string
  /** What a mail program posts to when the person presses its own button. */
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
