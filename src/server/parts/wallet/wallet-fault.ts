/** Why Apple's push service or Google did not take a call: own words alone, never theirs. */
export class WalletFault extends Error {
  override readonly name = 'WalletFault'
}

export const faultName = (error: unknown): string => {
  if (error instanceof WalletFault) return error.message
  const { name, code, cause } = error as Error & {
    code?: unknown
    cause?: { code?: unknown }
  } // fetch and node:http2 reject with Errors
  const known = cause?.code ?? code
  return typeof known === 'string' ? known : name
}
