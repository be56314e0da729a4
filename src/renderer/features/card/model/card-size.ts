/** The card in CSS pixels (docs/spec/card.md, 2). CR80, the size of a bank card, has nearly the same shape: 85.6 x 54 mm. */
export const CARD_WIDTH_PX = 400
export const CARD_HEIGHT_PX = 250
/** The download is drawn at this scale, and so are the canvases inside the card. */
export const DOWNLOAD_SCALE = 2
/** Side of the mark on the front (docs/spec/card.md, 3). */
export const MARK_PX = 30

export type AvatarSize = 'small' | 'medium' | 'large'
export const AVATAR_PX = {
  small: { width: 68, height: 86 },
  medium: { width: 90, height: 116 },
  large: { width: 96, height: 132 },
} as const satisfies Record<AvatarSize, { readonly width: number; readonly height: number }>
