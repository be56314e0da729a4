/** Mixes two `#rrggbb` colours: 0 gives the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const channel = (colour: string, index: number): number =>
    Number.parseInt(colour.slice(1 + index * 2, 3 + index * 2), 16)
  const mixed = [0, 1, 2].map((index) =>
    Math.round(channel(from, index) * (1 - share) + channel(to, index) * share),
  )
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

export const darker = (colour: string, share: number): string => mix(colour, '#140a0a', share)
export const lighter = (colour: string, share: number): string => mix(colour, '#ffffff', share)
