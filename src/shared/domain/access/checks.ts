/** Checks of a decision as one text, in the order in which they are declared, each once. */
export const checksText = (known: readonly string[], done: readonly string[]): string =>
  known.filter((check) => done.includes(check)).join(' ')

/** The stored checks that are known today; a check that was renamed since is left out. */
export const readChecks = <C extends string>(known: readonly C[], text: string): C[] => {
  const done = text.split(' ')
  return known.filter((check) => done.includes(check))
}

/** Checks that are not ticked yet. */
export const openChecks = <C extends string>(known: readonly C[], done: readonly string[]): C[] =>
  known.filter((check) => !done.includes(check))
