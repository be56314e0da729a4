/** The beginning of a text, at most so many letters, ended at a blank where one is near; undefined when it fits. */
export function excerpt(text: string, maxChars: number): string | undefined {
  const letters = [...new Intl.Segmenter().segment(text)] // a letter with its marks is one, also in Arabic
  if (letters.length <= maxChars) return undefined
  const cut = letters
    .slice(0, maxChars)
    .map(({ segment }) => segment)
    .join('')
  const blank = cut.search(/\s\S*$/)
  return `${(blank > cut.length * 0.8 ? cut.slice(0, blank) : cut).trimEnd()}…`
}
