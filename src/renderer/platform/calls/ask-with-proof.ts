import type { CallOptions } from '#shared/contract/base/client.ts'
import type { CallArguments, Reply, RouteDefinition } from '#shared/contract/base/define-route.ts'
import { solveProof } from '../proof-of-work/solve-proof.ts'
import { ask, CallFailure } from './api.ts'

export interface ProofOptions extends CallOptions {
  /** True while the device works on a challenge: a second on a laptop, several on an old phone. */
  readonly onProof?: (working: boolean) => void
  /** How the call is made; with the session, where left out. */
  readonly by?: typeof ask
}

/**
 * A challenge can expire, or be spent by a call whose response was lost; the second challenge is
 * the last.
 */
const MOST_PROOFS = 2

/**
 * As `ask`, for public calls: where the server asks for a proof of work, the device solves it in
 * the background, and the call is repeated. A network at a normal rate never gets one.
 */
export async function askWithProof<R extends RouteDefinition>(
  route: R,
  args: CallArguments<R>,
  { onProof, by = ask, ...options }: ProofOptions = {},
): Promise<Reply<R>> {
  let proof: string | undefined
  for (let proofs = 0; ; proofs += 1) {
    try {
      return await by(route, proof === undefined ? args : withProof(args, proof), options)
    } catch (error) {
      const challenge =
        error instanceof CallFailure && error.problem?.code === 'proof-required'
          ? error.problem['challenge']
          : undefined
      if (challenge === undefined || proofs === MOST_PROOFS) throw error
      onProof?.(true)
      try {
        proof = await solveProof(challenge, options.signal)
      } catch (cause) {
        if (options.signal?.aborted === true)
          throw new CallFailure({ ok: false, problem: undefined, cause: 'aborted' })
        // The refusal contains the remedy: try again later.
        throw Object.assign(error as CallFailure, { cause })
      } finally {
        onProof?.(false)
      }
    }
  }
}

function withProof<R extends RouteDefinition>(
  args: CallArguments<R>,
  proof: string,
): CallArguments<R> {
  const given = args as { readonly headers?: Readonly<Record<string, string>> } // what the arguments of any route extend
  return { ...given, headers: { ...given.headers, 'x-proof-of-work': proof } } as CallArguments<R> // and one header that these routes declare
}
