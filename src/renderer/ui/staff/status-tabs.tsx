import { useTranslation } from 'react-i18next'
import { cx } from '../cx.ts'
import { PrintedLine } from './filters/printed-line.tsx'

interface StatusTabsProps {
  readonly label: string
  readonly tabs: readonly {
    readonly value: string
    readonly label: string
    /** Narrower values that are within this tab. */
    readonly holds?: readonly string[]
  }[]
  readonly value: string
  readonly onChoose: (value: string) => void
}

/** What waits comes first; what is decided stands behind a tab. */
export function StatusTabs({ label, tabs, value, onChoose }: StatusTabsProps) {
  const { t } = useTranslation('staffUi')
  const isMarked = (tab: (typeof tabs)[number]): boolean =>
    tab.value === value || tab.holds?.includes(value) === true
  const chosen = tabs.find(isMarked)
  return (
    <>
      {chosen !== undefined && (
        <PrintedLine text={t('filter.printed', { label, value: chosen.label })} />
      )}
      <fieldset
        aria-label={label}
        // Its buttons are not printed: empty, its margins pulled the list over the heading.
        className="-my-2 flex min-w-0 flex-wrap gap-x-1 border-b border-line print:hidden"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            aria-pressed={isMarked(tab)}
            onClick={() => onChoose(tab.value)}
            className={cx(
              '-mb-px min-h-11 border-b-2 px-4 font-semibold -outline-offset-2 max-sm:grow max-sm:px-1.5',
              isMarked(tab)
                ? 'border-brand text-brand'
                : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {tab.label}
          </button>
        ))}
      </fieldset>
    </>
  )
}
