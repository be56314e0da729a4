import { platform } from '@platform'
import { myCard } from '#shared/contract/card.ts'
import type { CardReply } from './face/card-model.ts'

/** The card of an earlier visit. */
export interface CardKept {
  readonly reply: CardReply
  readonly photo: ArrayBuffer | null
  /** Milliseconds since 1970, when the server sent it. */
  readonly asOf: number
}

/** Null where nothing is kept, as TanStack Query wants it. */
export async function readKept(cardId: string): Promise<CardKept | null> {
  const kept = await platform.keptCard?.read(cardId)
  if (kept === undefined) return null
  const parsed = myCard.reply.safeParse(jsonOf(kept.text)) // an earlier version may have written it
  return parsed.success ? { reply: parsed.data, photo: kept.photo, asOf: kept.asOf } : null
}

/** Without the signed address: it is a key to the server, and not on the card. */
export const keepCard = async ({ reply, photo, asOf }: CardKept): Promise<void> =>
  platform.keptCard?.keep({
    cardId: reply.cardId,
    text: JSON.stringify({ ...reply, photoUrl: null }),
    photo,
    asOf,
  })

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
