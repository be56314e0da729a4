import type { cardKeys as route } from '#shared/contract/card.ts'
import type { Handler } from '../../http/handlers.ts'
import { done } from '../../outcome.ts'

const CACHE_S = 300

export const cardKeys: Handler<typeof route> = async ({ facts }, { keys }) => {
  void facts.reply.header('cache-control', `public, max-age=${CACHE_S}`)
  return done({
    keys: keys.all('card').map(({ kid, x }) => ({
      kty: 'OKP' as const,
      crv: 'Ed25519' as const,
      kid,
      x,
      use: 'sig' as const,
      alg: 'EdDSA' as const,
    })),
  })
}
