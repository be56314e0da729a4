/**
 * The comment after a template was chosen: it replaces an empty text or the template before it, and
 * never a typed text.
 */
export function withTemplate(written: string, before: string | undefined, next: string): string {
  const own = written.trim()
  if (own === '' || own === before?.trim()) return next
  if (before !== undefined && before !== '' && written.includes(before))
    return written.replace(before, () => next)
  return `${written.trimEnd()}\n\n${next}`
}
