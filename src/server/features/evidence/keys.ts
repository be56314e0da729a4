import type { evidenceKeys as route } from '#shared/contract/evidence.ts'
import type { Handler } from '../../http/handlers.ts'
import { done } from '../../outcome.ts'

const CACHE_S = 300

export const evidenceKeys: Handler<typeof route> = async ({ facts }, { keys }) => {
  void facts.reply.header('cache-control', `public, max-age=${CACHE_S}`)
  return done({
    keys: keys
      .all('evidence')
      .map(
        ({ kid, x }) => ({ kty: 'OKP', crv: 'Ed25519', kid, x, use: 'sig', alg: 'EdDSA' }) as const,
      ),
  })
}
