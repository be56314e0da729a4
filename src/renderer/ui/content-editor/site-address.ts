const MAX_CHARS = 63

/** The last part of an address, from a title: `general-assembly`. A title without Latin letters gives a blank one. */
const addressFrom = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[’']/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, MAX_CHARS - 11)
    .replace(/-+$/, '')

/** With the day, so that next year's assembly has an address of its own. */
export function suggestAddress(
  titles: readonly string[],
  kind: 'event' | 'news',
  day: string,
): string {
  const words = titles.map(addressFrom).find((text) => text.length > 1) ?? kind
  return day === '' ? words : `${words}-${day}`
}
