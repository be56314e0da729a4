import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { listMembers, type ListedMember } from '#shared/contract/users.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { dashboardPath, isManager, type StaffRole } from '#shared/domain/people/roles.ts'
import { ask } from '../../platform/calls/api.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { CONTROL, controlEdge } from '../../ui/field/field-frame.tsx'
import { pressedKey } from '../../ui/staff/shortcut-rules.ts'
import { openShortcuts } from '../../ui/staff/shortcuts.tsx'
import { dashboardTabs } from './dashboard-routes.ts'
import {
  asTypedFirst,
  bestFirst,
  type PaletteOption,
  readName,
  readNumber,
  sectionOf,
} from './palette-options.ts'
import { usePlaces } from './palette-places.ts'

const begins = (option: PaletteOption, before: PaletteOption | undefined): boolean =>
  before !== undefined && sectionOf(before) !== sectionOf(option)

/** One that fades out is closed: who chose a line and wants the palette again at once gets it. */
const isDialogOpen = (): boolean =>
  document.querySelector(':is([role="dialog"], [role="alertdialog"]):not([data-closed])') !== null

/** Ctrl+K, on a Mac Cmd+K: go to a page, find by an exact number, act on the open item. */
export function Palette({ role }: { readonly role: StaffRole }) {
  const { t } = useTranslation('dashboard')
  const [open, setOpen] = useState(false)
  const [times, setTimes] = useState(0)
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      const wanted = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!wanted || pressedKey(event) !== 'k' || event.defaultPrevented || isDialogOpen()) return
      event.preventDefault() // the browser's own search field
      setOpen(true)
      setTimes((before) => before + 1)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    // A new one each time: the last one may still be fading out, with what was typed.
    <Dialog key={times} open={open} onOpenChange={setOpen} title={t('palette.title')}>
      <Choice role={role} onClose={() => setOpen(false)} />
    </Dialog>
  )
}

const PEOPLE_MAX = 5
/** Long enough that one name is one look-up. */
const PAUSE_MS = 450

/** Members by name, for the roles that read the list of members, at its price. */
function usePeople(
  role: StaffRole,
  query: string,
): { readonly people: readonly PersonFound[]; readonly more: string | undefined } {
  const name = readName(query)
  const [settled, setSettled] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setSettled(name), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [name])
  const { data } = useQuery({
    queryKey: ['palette', 'members', settled],
    queryFn: ({ signal }) =>
      ask(listMembers, { query: { q: settled, page: 1, size: PEOPLE_MAX } }, { signal }),
    enabled: isManager(role) && settled !== undefined && settled === name,
    retry: false,
    gcTime: 0, // names are removed with the palette that shows them
  })
  if (name === undefined || settled !== name || data === undefined || !('items' in data))
    return NOBODY
  return {
    people: asTypedFirst(data.items, name),
    more: data.total > data.items.length ? name : undefined,
  }
}
const NOBODY = { people: [], more: undefined } as const
type PersonFound = Pick<ListedMember, 'cardId' | 'firstName' | 'lastName'>

function useOptions(role: StaffRole, query: string): readonly PaletteOption[] {
  const { t } = useTranslation('dashboard')
  const navigate = useNavigate()
  // Read once: while the palette is open, the page behind it does not change.
  const [actions] = useState(openShortcuts)
  const { people, more } = usePeople(role, query)
  const base = dashboardPath(role)
  const to = (path: string) => () => void navigate(path)
  const { cardId, requestId, reportId } = readNumber(query)
  const found = (kind: 'member' | 'request' | 'report', id: string, path: string) => ({
    id: `${kind} ${id}`,
    group: kind,
    label: `\u2066${bareCardId(id)}\u2069`,
    run: to(`${base}/${path}`),
  })
  const options: readonly PaletteOption[] = [
    ...(requestId === undefined ? [] : [found('request', requestId, `requests/${requestId}`)]),
    ...(cardId === undefined || !isManager(role)
      ? []
      : [found('member', cardId, `users/${cardId}`)]),
    ...(reportId === undefined ? [] : [found('report', String(reportId), `reports/${reportId}`)]),
    ...dashboardTabs(role).map(({ path, label }) => ({
      id: `page ${path}`,
      group: 'pages' as const,
      label: t(label),
      run: to(`${base}/${path}`),
    })),
    { id: 'page /', group: 'pages', label: t('publicSite'), run: to('/') },
    ...actions.map(({ keys, label, run }) => ({
      id: `action ${keys}`,
      group: 'actions' as const,
      label,
      keys,
      run,
    })),
    ...usePlaces(role, query).map((place) => ({ ...place, run: to(`${base}/${place.path}`) })),
  ]
  return [
    ...bestFirst(options, query),
    // Last, because they come later than the rest: a line that moves down under the finger opens another page.
    ...people.map((person) => ({
      id: `member ${person.cardId}`,
      group: 'member' as const,
      label: `\u2068${fullName(person)}\u2069 · \u2066${bareCardId(person.cardId)}\u2069`,
      run: to(`${base}/users/${person.cardId}`),
    })),
    ...(more === undefined
      ? []
      : [
          {
            id: 'members',
            group: 'member' as const,
            label: t('palette.allMembers'),
            run: to(`${base}/users?q=${encodeURIComponent(more)}`),
          },
        ]),
  ]
}

function Choice({ role, onClose }: { readonly role: StaffRole; readonly onClose: () => void }) {
  const { t } = useTranslation('dashboard')
  const id = useId()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const options = useOptions(role, query)
  const active = options[Math.min(at, options.length - 1)]
  const optionId = ({ id: one }: PaletteOption): string => `${id} ${one}`.replaceAll(/\W+/g, '-')
  const choose = (option: PaletteOption | undefined): void => {
    if (option === undefined) return
    onClose()
    // After the dialog is gone: an action may open a dialog of its own, which takes the focus.
    setTimeout(option.run)
  }
  const move = (to: number): void => {
    const next = (to + options.length) % Math.max(1, options.length)
    setAt(next)
    list.current?.querySelectorAll('[role=option]')[next]?.scrollIntoView({ block: 'nearest' })
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const now = Math.min(at, options.length - 1)
    if (event.key === 'ArrowDown') move(now + 1)
    else if (event.key === 'ArrowUp') move(now - 1)
    else if (event.key === 'Enter') choose(active)
    else return
    event.preventDefault()
  }
  return (
    <div className="grid gap-3">
      {/* The title says it to those who see it. */}
      <label htmlFor={id} className="sr-only">
        {t('palette.field')}
      </label>
      <input
        id={id}
        data-begin
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active === undefined ? undefined : optionId(active)}
        aria-describedby={`${id}-hint`}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        maxLength={60}
        value={query}
        onChange={({ target }) => {
          setQuery(target.value)
          setAt(0)
        }}
        onKeyDown={onKey}
        className={cx(CONTROL, controlEdge(undefined))}
      />
      <output className="sr-only">{options.length === 0 ? t('palette.none') : ''}</output>
      {options.length === 0 ? (
        <p className="min-h-64 py-3 text-muted">{t('palette.none')}</p>
      ) : (
        <div
          ref={list}
          id={`${id}-list`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the listbox of a combobox: the field keeps the focus, and a <select> cannot be drawn like this
          role="listbox"
          aria-label={t('palette.title')}
          className="h-64 overflow-y-auto rounded-md border border-line"
        >
          {options.map((option, index) => (
            // The field has the focus; its keys choose. The pointer presses the line.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- see the line above
            <div
              key={option.id}
              id={optionId(option)}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <option> holds no two parts
              role="option"
              aria-selected={option === active}
              onClick={() => choose(option)}
              className={cx(
                'flex min-h-11 cursor-pointer items-center justify-between gap-3 px-3',
                option === active && 'bg-brand-soft font-semibold text-brand',
                begins(option, options[index - 1]) && 'border-t border-line-strong',
              )}
            >
              <span>
                <span className="inline-block min-w-24 pe-2 text-xs font-normal text-muted">
                  {option.group !== options[index - 1]?.group && t(`palette.${option.group}`)}
                </span>{' '}
                {option.label}
              </span>
              {option.keys !== undefined && (
                <kbd className="rounded-sm border border-line-strong bg-sunken px-2 text-sm">
                  <Ltr>{option.keys.toUpperCase()}</Ltr>
                </kbd>
              )}
            </div>
          ))}
        </div>
      )}
      {/* Below what it helps to find: the results begin right under the field. */}
      <p id={`${id}-hint`} className="text-sm text-muted">
        {t(isManager(role) ? 'palette.hintPeople' : 'palette.hint')}
      </p>
    </div>
  )
}
