/** A code must be out of view for so long before it counts again: longer than a hand's shake or a blurred moment. */
export const LEFT_VIEW_AFTER_MS = 1_500

export interface RepeatFilter {
  /** One look: what was read, or null. Returns whether this text is to be reported now. */
  isNew: (text: string | null, nowMs: number) => boolean
  reset: () => void
}

/**
 * A text in view is reported once. It is reported again after it was out of view for a while, or after another text.
 */
export function createRepeatFilter(): RepeatFilter {
  let held: string | null = null
  let lastSeenMs = 0
  return {
    isNew(text, nowMs) {
      if (text === null) return false
      const isHeld = text === held && nowMs - lastSeenMs < LEFT_VIEW_AFTER_MS
      held = text
      lastSeenMs = nowMs
      return !isHeld
    },
    reset() {
      held = null
    },
  }
}
