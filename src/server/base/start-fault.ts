/**
 * Error that stops the start of a server or a tool. Its message informs the operator in one sentence
 * what is wrong and what to do.
 */
export class StartFault extends Error {
  override readonly name: string = 'StartFault'
}

/** The message for a database file that SQLite cannot read. */
export function damagedFile({ dataDir }: { readonly dataDir: string }): string {
  return `The database in ${dataDir} is damaged. Keep a copy of the directory, then restore the last backup (docs/operations.md).`
}
