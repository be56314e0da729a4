/** The one draft that may lie on the device's disk: a registration that a person asked to keep (features/register/draft.ts). */
export const DEVICE_DRAFT_KEY = 'wld.registration'
export const DEVICE_DRAFT_MAX_AGE_MS = 7 * 24 * 60 * 60 * 1_000

type Store = Pick<Storage, 'getItem' | 'removeItem'>

function savedAtOf(text: string): number {
  try {
    const { savedAt } = JSON.parse(text) as { readonly savedAt?: unknown } // read as a number or not at all
    return typeof savedAt === 'number' ? savedAt : 0
  } catch {
    return 0
  }
}

/**
 * Removes a draft whose time is over, and what is no draft. Asked at every start of the interface, whichever page
 * opens: who never comes back to the form must not leave it behind for good.
 */
export function forgetOldDraft(store: Store, now: number): void {
  try {
    const text = store.getItem(DEVICE_DRAFT_KEY)
    if (text !== null && now - savedAtOf(text) >= DEVICE_DRAFT_MAX_AGE_MS)
      store.removeItem(DEVICE_DRAFT_KEY)
  } catch {
    // A browser that gives no storage keeps no draft either.
  }
}
