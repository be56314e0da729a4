/**
 * The result of `work`, or a rejection when it takes longer. A keychain that waits for a prompt
 * never responds.
 */
export async function withinTime<T>(work: Promise<T>, limitMs: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`No answer within ${limitMs} ms`)), limitMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
