import { Keyboard } from 'lucide-react'
import { use, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import { Button } from '../button/button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { InsideDialog } from '../dialog/inside-dialog.ts'
import { Switch } from '../field/switch.tsx'
import { isTyping, matches } from './shortcut-rules.ts'

interface ShortcutName {
  /** One key as the keyboard names it: `a`, `?`, `+`, `ArrowRight`. */
  readonly keys: string
  readonly label: string
}

interface Shortcut extends ShortcutName {
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

const useShortcutStore = create<ShortcutState>(() => ({
  sets: [],
  enabled: localStorage.getItem(KEY) !== 'off',
  helpOpen: false,
}))

function enableShortcuts(enabled: boolean): void {
  if (enabled) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, 'off')
  useShortcutStore.setState({ enabled })
}

const openShortcutHelp = (helpOpen: boolean): void => useShortcutStore.setState({ helpOpen })

/** What runs is no part of the state: it changes with each render, and nothing is drawn from it. */
const latestOf = new Map<string, () => readonly Shortcut[]>()

/** The shortcuts that can be used now, for the palette. */
export const openShortcuts = (): readonly Shortcut[] =>
  [...latestOf.values()].flatMap((latest) => latest().filter(({ when = true }) => when))

const putShortcuts = (id: string, shortcuts: readonly ShortcutName[]): void =>
  useShortcutStore.setState(({ sets }) => ({
    sets: [...sets.filter((set) => set.id !== id), { id, shortcuts }],
  }))

const dropShortcuts = (id: string): void =>
  useShortcutStore.setState(({ sets }) => ({ sets: sets.filter((set) => set.id !== id) }))

/** The one on top: a dialog that another one opened stands behind it in the document. */
const topDialog = (): Element | undefined =>
  [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1)

export const isDialogOpen = (): boolean => topDialog() !== undefined

/** Enter presses the button or link that has the focus; and held down it means nothing more. */
const isOwnEnter = ({ target, repeat }: KeyboardEvent): boolean =>
  repeat || (target instanceof Element && target.closest('a, button, summary') !== null)

/**
 * Single keys for the page, or for the dialog in which this is called; never while the user types.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const id = useId()
  const inside = use(InsideDialog)
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    latestOf.set(id, () => latest.current)
    return () => void latestOf.delete(id)
  }, [id])
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isTyping(event.target) || !useShortcutStore.getState().enabled)
        return
      const top = topDialog()
      if (inside === undefined ? top !== undefined : top?.contains(inside.current) !== true) return
      const found = latest.current.find(({ keys, when = true }) => when && matches(event, keys))
      if (found === undefined || (found.keys === 'Enter' && isOwnEnter(event))) return
      event.preventDefault()
      found.run()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [inside])
  // The list that `?` opens; updated only when its texts change, not with each render.
  const words = JSON.stringify(
    shortcuts.filter(({ when = true }) => when).map(({ keys, label }) => ({ keys, label })),
  )
  useEffect(() => {
    putShortcuts(id, JSON.parse(words) as ShortcutName[]) // what was written above
    return () => dropShortcuts(id)
  }, [id, words])
}

/** A button, and the list that it and `?` open. Once on a page that has shortcuts. */
export function ShortcutsHelp() {
  const { t } = useTranslation('staffUi')
  const { sets, enabled, helpOpen } = useShortcutStore()
  const entries = [
    ...sets.flatMap(({ shortcuts }) => shortcuts),
    { keys: 'Ctrl+Enter', label: t('shortcuts.send') },
    { keys: 'Ctrl+K', label: t('shortcuts.palette') },
    { keys: '?', label: t('shortcuts.thisList') },
  ]
  useEffect(() => {
    // Also while the keys are turned off: here is where they are turned on again.
    const onKey = (event: KeyboardEvent): void => {
      if (
        event.key !== '?' ||
        event.ctrlKey ||
        event.metaKey ||
        isTyping(event.target) ||
        topDialog() !== undefined
      )
        return
      event.preventDefault()
      openShortcutHelp(true)
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      openShortcutHelp(false)
    }
  }, [])
  return (
    <>
      <Button
        variant="quiet"
        icon={<Keyboard aria-hidden="true" size={20} />}
        onClick={() => openShortcutHelp(true)}
        className="max-lg:px-3 max-[699px]:hidden"
        title={t('shortcuts.button')}
      >
        {/* Drawn where there is room: the heads of pages with more buttons stay in one line. */}
        <span className="max-2xl:sr-only">{t('shortcuts.button')}</span>
      </Button>
      <Dialog
        size="lg"
        open={helpOpen}
        onOpenChange={openShortcutHelp}
        title={t('shortcuts.title')}
      >
        <div className="grid gap-5">
          {/* Side by side where there is room: one column ended below the window of a notebook. */}
          <dl className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
            {entries.map(({ keys, label }) => (
              <div
                key={`${keys} ${label}`}
                className="flex items-center justify-between gap-4 border-b border-line pb-2"
              >
                <dt className="order-2">
                  <Key name={keys} />
                </dt>
                <dd>{label}</dd>
              </div>
            ))}
          </dl>
          <Switch
            label={t('shortcuts.enable')}
            hint={t('shortcuts.enableHint')}
            checked={enabled}
            onChange={enableShortcuts}
          />
        </div>
      </Dialog>
    </>
  )
}

const DRAWN: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
}

/**
 * On the button that a single key presses. The name of the button stays its words; `aria-keyshortcuts` says the key. Drawn by
 * the style, it is no visible text that the name would have to contain (WCAG 2.5.3).
 */
export function KeyHint({ name }: { readonly name: string }) {
  const enabled = useShortcutStore((state) => state.enabled)
  return enabled ? (
    <kbd
      aria-hidden="true"
      data-key={name.toUpperCase()}
      className="rounded-sm border border-current px-1.5 text-xs leading-5 font-semibold max-[44rem]:hidden before:content-[attr(data-key)]"
    />
  ) : null
}

function Key({ name }: { readonly name: string }) {
  return (
    <kbd
      dir="ltr"
      className="inline-grid min-h-8 min-w-8 place-items-center rounded-sm border border-line-strong bg-sunken px-2 text-sm font-semibold"
    >
      {DRAWN[name] ?? (name.length === 1 ? name.toUpperCase() : name)}
    </kbd>
  )
}
