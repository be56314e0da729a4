/** For the default branch of a switch over a closed set: the compiler proves it is dead, and at run time it throws. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}
