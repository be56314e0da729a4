import type { CallArguments, Reply, RouteDefinition } from '#shared/contract/base/define-route.ts'
import { askAsWitness } from '../../platform/calls/ask-as-witness.ts'
import { askWithProof, type ProofOptions } from '../../platform/calls/ask-with-proof.ts'

/**
 * A call with a receipt. After many wrong receipts of others the server asks for a hard proof of work
 * in place of closing (ADR 0056); a call that was let through opens the receipt for an hour.
 */
export const askByReceipt = <R extends RouteDefinition>(
  route: R,
  args: CallArguments<R>,
  options: Omit<ProofOptions, 'by'> & { readonly bearer: string },
): Promise<Reply<R>> => askWithProof(route, args, { ...options, by: askAsWitness })
