/**
 * `/api/docs`: the OpenAPI document for programs, and the same as a plain page for people. No
 * script, and no style from other hosts.
 */
import type { FastifyInstance } from 'fastify'
import type { RouteDefinition } from '#shared/contract/base/define-route.ts'
import { PROBLEMS } from '#shared/contract/base/problem-replies.ts'
import { ROUTES } from '#shared/contract/routes.ts'
import type { Json } from './openapi-schema.ts'
import { openApiDocument, problemCodesOf } from './openapi.ts'

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`)

const access = ({ access: rule }: RouteDefinition): string =>
  typeof rule === 'string' ? rule : rule.join(', ')

function page(version: string): string {
  const routes = (Object.values(ROUTES) as RouteDefinition[]) // `satisfies` keeps each literal type; here the common one is enough
    .map(
      (
        route,
      ) => `<article id="${escape(route.id)}"><h2><code>${route.method} ${escape(route.path.replaceAll(/:(\w+)/g, '{$1}'))}</code></h2>
<p>${escape(route.summary)}</p><p>Access: <strong>${escape(access(route))}</strong></p>
<p>Refusals: ${problemCodesOf(route)
        .map((code) => `<a href="#${code}"><code>${code}</code></a>`)
        .join(', ')}</p></article>`,
    )
    .join('\n')
  const problems = Object.entries(PROBLEMS)
    .map(
      ([code, { status, message }]) =>
        `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${escape(message)}</td></tr>`,
    )
    .join('\n')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>WLD API ${escape(version)}</title></head><body><main><h1>WLD API ${escape(version)}</h1>
<p>The machine-readable form (OpenAPI 3.1) is at <a href="/api/docs.json">/api/docs.json</a>.</p>
${routes}<h2>Problems</h2><table><thead><tr><th>code</th><th>status</th><th>message</th></tr></thead><tbody>
${problems}</tbody></table></main></body></html>`
}

export function mountDocs(app: FastifyInstance, version: string, publicUrl: string): void {
  // Made on the first call: it would take most of the start time, and most servers never need it.
  let made: Json | undefined
  const document = (): Json => (made ??= openApiDocument(version, publicUrl))
  app.get('/api/docs', { exposeHeadRoute: false }, async (request, reply) =>
    (request.headers.accept ?? '').includes('text/html')
      ? reply.type('text/html; charset=utf-8').send(page(version))
      : reply.send(document()),
  )
  app.get('/api/docs.json', { exposeHeadRoute: false }, async () => document())
}
