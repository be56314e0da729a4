import { useKeptChoice } from './kept-choice.ts'

/** How much air the rows of all staff tables have. */
export const DENSITIES = ['comfortable', 'compact'] as const
export type Density = (typeof DENSITIES)[number]

export function useDensity(): readonly [Density, (density: Density) => void] {
  const [kept, keep] = useKeptChoice('rows')
  return [
    kept === 'compact' ? 'compact' : 'comfortable',
    (density) => keep(density === 'compact' ? density : ''),
  ]
}
