/**
 * The comment after a template was chosen: it takes the place of an empty text or of the template before it, and never
 * of what somebody wrote.
 */
export function withTemplate(written: string, before: string | undefined, next: string): string {
  const own = written.trim()
  if (own === '' || own === before?.trim()) return next
  if (before !== undefined && before !== '' && written.includes(before))
    return written.replace(before, () => next)
  return `${written.trimEnd()}\n\n${next}`
}
