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
 * Removes an expired or invalid draft. Called at every start of the interface, on every page, so
 * that a draft does not stay for ever when its user never opens the form again.
 */
export function forgetOldDraft(store: Store, now: number): void {
  try {
    const text = store.getItem(DEVICE_DRAFT_KEY)
    if (text !== null && now - savedAtOf(text) >= DEVICE_DRAFT_MAX_AGE_MS)
      store.removeItem(DEVICE_DRAFT_KEY)
  } catch {
    // A browser without storage keeps no draft.
  }
}
