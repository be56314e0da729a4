/**
 * For failures that the reader sees in other words, or not at all: the browser's log, which the desktop app writes to
 * its file. Only the kind of error goes there; its text may come from anywhere and name anybody.
 */
export function logFailure(what: string, error?: unknown): void {
  const reason =
    error instanceof DOMException || error instanceof TypeError
      ? error.name
      : error instanceof Error
        ? error.message
        : ''
  console.warn(reason === '' ? what : `${what}: ${reason}`) // oxlint-disable-line no-console -- the one place that writes there
}
