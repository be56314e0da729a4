interface FromDevice {
  readonly deviceId?: string | undefined
  readonly sequence?: number | undefined
}

/**
 * Places of a batch in the order in which they are decided. What one device recorded is taken as it happened there,
 * whatever order it was sent in: which of two check-ins of a card is the second follows from it. Everything else stays
 * in its place.
 */
export function decidingOrder(wishes: readonly FromDevice[]): number[] {
  const order = wishes.map((_, place) => place)
  const placesOf = new Map<string, number[]>()
  for (const [place, { deviceId, sequence }] of wishes.entries())
    if (deviceId !== undefined && sequence !== undefined)
      placesOf.set(deviceId, [...(placesOf.get(deviceId) ?? []), place])
  const sequenceAt = (place: number): number => wishes[place]?.sequence ?? 0
  for (const places of placesOf.values())
    for (const [index, place] of places
      .toSorted((one, other) => sequenceAt(one) - sequenceAt(other) || one - other)
      .entries()) {
      const slot = places[index]
      if (slot !== undefined) order[slot] = place
    }
  return order
}
