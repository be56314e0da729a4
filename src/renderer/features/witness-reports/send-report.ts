import type { CallArguments } from '#shared/contract/base/define-route.ts'
/** Loaded while the form is filled in: contract, parser and proof of work. */
import { createWitnessReport } from '#shared/contract/witness-reports.ts'
import { askAsWitness } from '../../platform/calls/ask-as-witness.ts'
import { askWithProof } from '../../platform/calls/ask-with-proof.ts'

/** @returns the receipt */
export async function sendReport(
  body: CallArguments<typeof createWitnessReport>['body'],
  onProof: (working: boolean) => void,
): Promise<string> {
  const options = { onProof, by: askAsWitness }
  const { receipt } = await askWithProof(createWitnessReport, { headers: {}, body }, options)
  return receipt
}
