/**
 * `security.txt` (RFC 9116): where to report a weakness of this installation. Without configuration there is no such file:
 * a made-up address would swallow reports.
 */
import type { FastifyInstance } from 'fastify'
import { DAY_MS } from '#shared/domain/units.ts'
import type { Deps } from '../../deps/deps.ts'

const PATH = '/.well-known/security.txt'
/**
 * RFC 9116 asks for less than a year. The date moves with each request: a server that runs is one whose operator set the
 * address, and a copy that somebody kept expires.
 */
const VALID_DAYS = 180
const KEPT_S = 3_600

export function mountSecurityText(
  app: FastifyInstance,
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
): void {
  const { security, publicUrl } = config
  if (security === undefined) return
  app.get(PATH, async (_request, reply) => {
    const expires = new Date(clock.now().getTime() + VALID_DAYS * DAY_MS)
    const lines = [
      `Contact: ${security.contact}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en, ar, fr',
      `Canonical: ${publicUrl}${PATH}`,
      ...(security.policy === undefined ? [] : [`Policy: ${security.policy}`]),
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', `public, max-age=${KEPT_S}`)
      .send(`${lines.join('\n')}\n`)
  })
}
