import { create } from 'zustand'

export interface Toast {
  readonly id: number
  readonly tone: 'success' | 'error'
  readonly text: string
}

/** docs/spec/pages.md, 8. */
export const TOAST_DURATION_MS = 3_000
const MOST_AT_ONCE = 3

export const useToasts = create<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }))

let lastId = 0

function show(tone: Toast['tone'], text: string): void {
  lastId += 1
  const entry: Toast = { id: lastId, tone, text }
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts.slice(1 - MOST_AT_ONCE), entry] }))
}

export const dismissToast = (id: number): void =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((other) => other.id !== id) }))

/**
 * A short message about an action that the user just did; messages that need an action belong in a
 * `Notice`.
 */
export const toast = {
  success: (text: string): void => show('success', text),
  error: (text: string): void => show('error', text),
}
