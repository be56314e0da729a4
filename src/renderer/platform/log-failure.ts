/**
 * Logs failures that the user sees with another text, or not at all, in the browser's log, which
 * the desktop app writes to its file. Only the kind of error is logged; its text may contain names.
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
