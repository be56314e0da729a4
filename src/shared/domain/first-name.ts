/** Beginnings that are no name without what follows: "Abd" is a servant, of whom only the second half says. */
const OPENINGS = new Set(
  ['عبد', 'أبو', 'ابو', 'أم', 'ام', 'ابن', 'بن', 'بنت', 'ست', 'abd', 'abdel', 'abdul', 'abdal', 'abdoul', 'abu', 'abou', 'um', 'umm', 'om', 'oum', 'ibn', 'ben', 'bint', 'el', 'al', 'sit'],
)
/** Second halves that belong to the word before: Nour Eldin, Hiba Allah. */
const ENDINGS = new Set(
  ['الدين', 'الله', 'النبي', 'الزين', 'eldin', 'eddin', 'eddine', 'aldin', 'uddin', 'oddin', 'eldeen', 'aldeen', 'ed-din', 'el-din', 'al-din', 'allah', 'elnabi', 'alnabi'],
)
/** Written apart in Latin: Abd El Rahman, Nour Al Din. */
const ARTICLES = new Set(['el', 'al', 'ed', 'er', 'es'])

/**
 * The name by which a greeting calls somebody, from first and last name joined. A client keeps no more than the full
 * name, and its first word alone can be half a name.
 */
export function firstNameOf(fullName: string): string {
  const words = fullName.trim().split(/\s+/)
  const lower = words.map((word) => word.toLowerCase())
  let last = 0
  if (OPENINGS.has(lower[0] ?? '')) {
    last = 1
    if (ARTICLES.has(lower[last] ?? '')) last += 1
  } else if (ENDINGS.has(lower[1] ?? '')) last = 1
  else if (ARTICLES.has(lower[1] ?? '') && /^d[ie]+n$/.test(lower[2] ?? '')) last = 2
  return words.slice(0, last + 1).join(' ')
}
