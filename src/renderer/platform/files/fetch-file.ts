import { routeAddress } from '#shared/contract/base/client.ts'
import type { CallArguments, RouteDefinition } from '#shared/contract/base/define-route.ts'
import { Problem } from '#shared/contract/base/problem.ts'
import { platform } from '@platform'
import { CallFailure } from '../calls/call-failure.ts'

export interface FetchedFile {
  readonly blob: Blob
  /** The name that the server gives it. */
  readonly name: string
  /** The server limits the file, and there were more rows. */
  readonly truncated: boolean
}

/** For routes whose reply is a file: the bytes with their name, or a `CallFailure`. */
export async function fetchFile<R extends RouteDefinition>(
  route: R,
  args: CallArguments<R>,
): Promise<FetchedFile> {
  const address = routeAddress(route, args as Parameters<typeof routeAddress>[1]) // CallArguments of any route are this shape by construction
  let response: Response
  try {
    response = await platform.fetch(address, {
      method: route.method,
      headers: { accept: `${route.replyType ?? '*/*'}, application/problem+json` },
      cache: 'no-store',
    })
    if (response.ok) {
      const name =
        /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ??
        'export'
      return {
        blob: await response.blob(),
        name,
        truncated: response.headers.get('x-truncated') === 'true',
      }
    }
  } catch {
    throw new CallFailure({ ok: false, problem: undefined, cause: 'offline' })
  }
  const problem = Problem.safeParse(await response.json().catch(() => undefined))
  if (!problem.success)
    throw new CallFailure({ ok: false, problem: undefined, cause: 'unreadable' })
  const retryAfterS = Number(response.headers.get('retry-after') ?? Number.NaN)
  throw new CallFailure({
    ok: false,
    problem: problem.data,
    retryAfterS: Number.isFinite(retryAfterS) ? retryAfterS : undefined,
  })
}
