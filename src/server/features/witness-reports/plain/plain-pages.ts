/**
 * The form and the receipt of a witness for browsers without scripts. The pages call the commands of
 * the routes, with their schemas, quotas and audit actions; what they cannot ask for is a proof of
 * work, so they have stricter quotas (ADR 0047). They know no session and set no cookie, so another
 * site can do nothing in a visitor's name; a form of which the browser says that it comes from another
 * site is refused all the same, because visitors of that site would file reports for it.
 */
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Limit } from '#shared/contract/base/define-route.ts'
import { refuse } from '../../../base/outcome.ts'
import type { Deps } from '../../../deps/deps.ts'
import { hitOrigin } from '../../../parts/security/throttle.ts'
import { languageOf, networksFor, refusalNotice } from './desk.ts'
import { FILE_SLOTS, messagePage } from './form-page.ts'
import { PLAIN_PATH, RECEIPT_PATH, sendPage } from './layout.ts'
import { askReceiptPage } from './receipt-page.ts'
import { takeReceipt } from './take-receipt.ts'
import { showForm, takeForm } from './take-report.ts'
import { textsOf } from './texts.ts'

const LOOKS: readonly Limit[] = [{ per: 'network', max: 300, windowS: 60 }]
/** Of forms that are sent, whole or not. Those that are filed have a quota of their own, behind which the words stay in the form. */
const SENDINGS: readonly Limit[] = [{ per: 'network', max: 60, windowS: 3_600 }]
const FIELDS_MAX = 40
const FIELD_MAX_BYTES = 64 * 1024

/**
 * Browsers say where a form comes from in `Sec-Fetch-Site` and in `Origin`, older ones in `Origin`
 * alone; what says nothing is let through. `Origin: null` is what a page of another site can make old
 * browsers send, and ours cannot: its referrer policy is `same-origin`.
 */
export function isFromElsewhere(
  { headers, host }: Pick<FastifyRequest, 'headers' | 'host'>,
  publicUrl: string,
): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  if (origin === undefined || (origin === 'null' && site !== undefined)) return false
  return !URL.canParse(origin) || ![host, new URL(publicUrl).host].includes(new URL(origin).host)
}

export function mountPlainPages(app: FastifyInstance, deps: Deps): void {
  const guard =
    (name: string, limits: readonly Limit[]) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const language = languageOf(request)
      const { plain } = textsOf(language).words
      if (request.method === 'POST' && isFromElsewhere(request, deps.config.publicUrl))
        return sendPage(
          reply,
          403,
          messagePage(language, { title: plain.failed, text: plain.elsewhere }),
        )
      const hit = await hitOrigin(deps, { name, limits, networks: networksFor(deps, request) })
      if (hit.ok) return undefined
      const refusal = refuse('too-many', { retryAfterS: hit.retryAfterS })
      return sendPage(
        reply.header('retry-after', String(Math.ceil(hit.retryAfterS))),
        429,
        messagePage(language, refusalNotice(language, refusal)),
      )
    }
  void app.register(async (scope) => {
    await scope.register(multipart, {
      limits: {
        files: FILE_SLOTS,
        fields: FIELDS_MAX,
        parts: FIELDS_MAX + FILE_SLOTS,
        // One byte more than is accepted, so that the reply can name the excess.
        fileSize: deps.config.evidenceVideoMaxBytes + 1,
        fieldSize: FIELD_MAX_BYTES,
        fieldNameSize: 100,
        headerPairs: 20,
      },
      throwFileSizeLimit: false,
    })
    scope.get(PLAIN_PATH, { onRequest: guard('witness.plain/look', LOOKS) }, (request, reply) =>
      showForm(deps, request, reply),
    )
    scope.post(PLAIN_PATH, { onRequest: guard('witness.plain/send', SENDINGS) }, (request, reply) =>
      takeForm(deps, request, reply),
    )
    scope.get(RECEIPT_PATH, { onRequest: guard('witness.plain/look', LOOKS) }, (request, reply) =>
      sendPage(reply, 200, askReceiptPage({ language: languageOf(request) })),
    )
    scope.post(
      RECEIPT_PATH,
      { onRequest: guard('witness.plain/receipt', LOOKS) },
      (request, reply) => takeReceipt(deps, request, reply),
    )
  })
}
