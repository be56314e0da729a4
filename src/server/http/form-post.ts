/**
 * Mail programs post a form to the address of `List-Unsubscribe` (RFC 8058). The address says everything, so the form
 * is read to its end and dropped; everywhere else a form stays a 415.
 */
import type { FastifyInstance } from 'fastify'

const BODY_LIMIT_BYTES = 4_096

export function mountWithForm(
  app: FastifyInstance,
  mountRoute: (scope: FastifyInstance) => void,
): void {
  void app.register(async (scope) => {
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
      scope.addContentTypeParser(
        type,
        { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
        (_request, _body, done) => done(null, undefined),
      )
    mountRoute(scope)
  })
}
