/**
 * For the default branch of a switch over a closed set: the compiler checks that the branch is
 * unreachable, and at run time the function throws.
 */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}
