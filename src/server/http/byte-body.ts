/** Requests whose body is bytes: the handler reads them from the stream, with its own measure. Everywhere else they stay a 415. */
import type { FastifyInstance } from 'fastify'

export function mountWithBytes(
  app: FastifyInstance,
  mountRoute: (scope: FastifyInstance) => void,
): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', (_request, _payload, done) =>
      done(null, undefined),
    )
    mountRoute(scope)
  })
}
