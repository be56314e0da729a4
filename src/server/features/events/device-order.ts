interface FromDevice {
  readonly deviceId?: string | undefined
  readonly sequence?: number | undefined
}

/**
 * The order in which the entries of a batch are decided. Entries of one device are decided in the
 * order of recording, whatever the order of sending, because it decides which of two check-ins of a
 * card is the second. All others keep their position.
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
