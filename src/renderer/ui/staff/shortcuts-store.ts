import { create } from 'zustand'

export interface ShortcutName {
  /** One key as the keyboard names it: `a`, `?`, `+`, `ArrowRight`. */
  readonly keys: string
  readonly label: string
}

export interface Shortcut extends ShortcutName {
  readonly run: () => void
  /** False: silent for now, and not in the list. */
  readonly when?: boolean
}

interface ShortcutState {
  readonly sets: readonly { readonly id: string; readonly shortcuts: readonly ShortcutName[] }[]
  /** Single keys disturb people who speak to their computer or whose hand slips (WCAG 2.1.4): they can be turned off. */
  readonly enabled: boolean
  readonly helpOpen: boolean
}

const KEY = 'wld-shortcuts'

export const useShortcutStore = create<ShortcutState>(() => ({
  sets: [],
  enabled: localStorage.getItem(KEY) !== 'off',
  helpOpen: false,
}))

export function enableShortcuts(enabled: boolean): void {
  if (enabled) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, 'off')
  useShortcutStore.setState({ enabled })
}

export const openShortcutHelp = (helpOpen: boolean): void => useShortcutStore.setState({ helpOpen })

export const putShortcuts = (id: string, shortcuts: readonly ShortcutName[]): void =>
  useShortcutStore.setState(({ sets }) => ({
    sets: [...sets.filter((set) => set.id !== id), { id, shortcuts }],
  }))

export const dropShortcuts = (id: string): void =>
  useShortcutStore.setState(({ sets }) => ({ sets: sets.filter((set) => set.id !== id) }))
