/**
 * The member's last card, kept on the device so that it can be shown without network: what the card itself shows, and
 * nothing else. One record, so there is never the card of two people; text and photo are written and removed together.
 * Not encrypted: the key would have to lie beside it (docs/security.md).
 */
import { REFRESH_TOKEN_TTL_S } from '#shared/domain/access/session-rules.ts'
import { dropDatabase, openStore, settled } from '../indexed-db.ts'

interface KeptCard {
  readonly cardId: string
  /** JSON of what is printed on the card; the page that shows it checks it. */
  readonly text: string
  /** JPEG. */
  readonly photo: ArrayBuffer | null
  /** Milliseconds since 1970, when the server last sent it. */
  readonly asOf: number
}

export interface CardKeeper {
  /** The card kept for this person; cards of other persons are removed. */
  read(cardId: string): Promise<KeptCard | undefined>
  /** Keeps it, if the person's session is still the lasting one of this browser. */
  keep(card: KeptCard): Promise<void>
  clear(): Promise<void>
  /** Whether this person's card would be kept now. */
  keeps(cardId: string): boolean
}

export interface CardKeeperDeps {
  readonly indexedDB: IDBFactory
  readonly now: () => number
  /**
   * Asked again right before writing: the person may have signed out while the card was fetched.
   */
  readonly mayKeep: (cardId: string) => boolean
}

const CARD_DATABASE = 'wld-card'
const STORE = 'card'
const KEY = 'own'
/** As long as an unused session: after that the person has to sign in again anyway. */
const KEPT_MS = REFRESH_TOKEN_TTL_S * 1000

const isKept = (value: unknown): value is KeptCard => {
  const card = value as Partial<KeptCard> | null | undefined // storage can contain anything, so each part is checked
  return (
    typeof card?.cardId === 'string' &&
    typeof card.text === 'string' &&
    typeof card.asOf === 'number' &&
    (card.photo === null || card.photo instanceof ArrayBuffer)
  )
}

export function createCardKeeper({ indexedDB, now, mayKeep }: CardKeeperDeps): CardKeeper {
  const withStore = openStore({ indexedDB, database: CARD_DATABASE, store: STORE })

  const clear = (): Promise<void> => dropDatabase(indexedDB, CARD_DATABASE)

  return {
    async read(cardId) {
      const found = await withStore('readonly', async (store) => settled<unknown>(store.get(KEY)))
      if (found === undefined) return undefined
      const age = isKept(found) ? now() - found.asOf : Number.NaN
      if (isKept(found) && found.cardId === cardId && age < KEPT_MS) return found
      await clear()
      return undefined
    },
    async keep(card) {
      if (!mayKeep(card.cardId)) return
      await withStore('readwrite', async (store) => {
        if (mayKeep(card.cardId)) await settled(store.put(card, KEY))
      })
      if (!mayKeep(card.cardId)) await clear()
    },
    clear,
    keeps: mayKeep,
  }
}
