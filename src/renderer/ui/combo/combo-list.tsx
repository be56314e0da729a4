import { Combobox } from '@base-ui/react/combobox'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Ltr } from '../bidi.tsx'
import { cx } from '../cx.ts'
import type { ComboOption } from './combo-options.ts'

export interface ComboPopupProps {
  readonly query: string
  /** The field to search in, where it is in the popup and not in the page. */
  readonly search?: ReactNode
  /** Wider than what it hangs on. */
  readonly wide?: boolean
}

/** The list of choices. Above dialogs, because fields stand in dialogs. */
export function ComboPopup({ query, search, wide = false }: ComboPopupProps) {
  const { t } = useTranslation('ui')
  return (
    <Combobox.Portal>
      <Combobox.Positioner sideOffset={4} align="start" collisionPadding={12} className="z-60">
        <Combobox.Popup
          className={cx(
            'flex max-h-[min(22rem,var(--available-height))] max-w-(--available-width) flex-col overflow-hidden rounded-md border border-line-strong bg-raised text-ink shadow-float',
            wide ? 'w-80' : 'w-(--anchor-width) min-w-56',
          )}
        >
          {search}
          <Combobox.Empty className="empty:hidden">
            <p className="px-4 py-3 text-muted">{t('combo.empty', { query })}</p>
          </Combobox.Empty>
          <Combobox.List className="overflow-y-auto overscroll-contain scroll-py-1 empty:hidden">
            {(option: ComboOption) => (
              <Combobox.Item
                key={option.value}
                value={option}
                className="flex min-h-11 cursor-pointer items-center gap-3 px-3 py-1.5 data-highlighted:bg-brand-soft data-selected:font-semibold"
              >
                {option.mark}
                <span className="min-w-0 grow">{option.label}</span>
                {option.detail !== undefined && (
                  <Ltr className="shrink-0 text-muted tabular-nums">{option.detail}</Ltr>
                )}
                <Combobox.ItemIndicator className="shrink-0 text-brand">
                  <Check aria-hidden="true" size={18} />
                </Combobox.ItemIndicator>
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  )
}
