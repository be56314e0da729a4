/** Each operation waits for the one before, however that ended. */
export function createTurns(): <T>(operation: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (operation) => {
    const result = last.then(operation)
    last = result.catch(() => undefined)
    return result
  }
}
