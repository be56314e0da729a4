import { prepareEvidence } from '../../../ui/photo/prepare.ts'

/** Undefined: this device cannot. */
export async function shrink(file: File): Promise<File | undefined> {
  const prepared = await prepareEvidence(file)
  return prepared.ok ? prepared.file : undefined
}
