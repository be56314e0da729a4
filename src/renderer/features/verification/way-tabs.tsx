import { ScanQrCode, UserSearch } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx.ts'

const WAYS = ['scan', 'lookUp'] as const
export type Way = (typeof WAYS)[number]

const ICONS = { scan: ScanQrCode, lookUp: UserSearch } as const satisfies Record<Way, unknown>

export const wayPanelId = (way: Way): string => `way-${way}`
export const wayTabId = (way: Way): string => `way-${way}-tab`

interface WaysProps {
  readonly way: Way
  readonly onChange: (way: Way) => void
}

/** The two ways as tabs, where the screen has no room for both. With two tabs each arrow key selects the other. */
export function WayTabs({ way, onChange }: WaysProps) {
  const { t } = useTranslation('verification')
  const list = useRef<HTMLDivElement>(null)

  function move(event: KeyboardEvent): void {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    const other = way === 'scan' ? 'lookUp' : 'scan'
    onChange(other)
    list.current?.querySelector<HTMLElement>(`#${wayTabId(other)}`)?.focus()
  }

  return (
    <div
      ref={list}
      role="tablist"
      aria-label={t('ways.label')}
      className="mb-4 grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-1 rounded-lg bg-sunken p-1"
    >
      {WAYS.map((name) => {
        const Icon = ICONS[name]
        return (
          <button
            key={name}
            type="button"
            role="tab"
            id={wayTabId(name)}
            aria-selected={name === way}
            aria-controls={wayPanelId(name)}
            tabIndex={name === way ? 0 : -1}
            onClick={() => onChange(name)}
            onKeyDown={move}
            className={cx(
              'inline-flex min-h-11 items-center justify-center gap-2 rounded-md font-semibold',
              name === way ? 'bg-surface text-brand shadow-card' : 'text-muted hover:text-ink',
            )}
          >
            <Icon aria-hidden="true" size={20} />
            {t(`ways.${name}`)}
          </button>
        )
      })}
    </div>
  )
}
