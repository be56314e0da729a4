import { create } from 'zustand'

export const THEMES = ['light', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]

/** Also read by public/first-paint.js, before anything else runs. */
const THEME_KEY = 'theme'
const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value)

const useStore = create<{ readonly theme: Theme }>(() => ({ theme: 'system' }))
export const useTheme = (): Theme => useStore((store) => store.theme)

const wantsDark = (): boolean => matchMedia('(prefers-color-scheme: dark)').matches

function paint(theme: Theme): void {
  const dark = theme === 'dark' || (theme === 'system' && wantsDark())
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light'
}

export function setTheme(theme: Theme): void {
  localStorage.setItem(THEME_KEY, theme)
  useStore.setState({ theme })
  paint(theme)
}

/** Reads the stored choice and follows the device while the choice is "system". */
export function startTheme(): void {
  const stored = localStorage.getItem(THEME_KEY)
  const theme = isTheme(stored) ? stored : 'system'
  useStore.setState({ theme })
  paint(theme)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () =>
    paint(useStore.getState().theme),
  )
}
