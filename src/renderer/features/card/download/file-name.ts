export type CardSides = 'both' | 'front' | 'back'

/** Product prefix, then id, then the card id (docs/spec/card.md, 4); a single side says which one it is. */
export const cardFileName = (cardId: string, sides: CardSides): string =>
  `wld-id-${cardId}${sides === 'both' ? '' : `-${sides}`}.png`
