import { cx } from '../cx.ts'

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
export const StatusTabs = ({ label, tabs, value, onChoose }: StatusTabsProps) => (
  <fieldset
    aria-label={label}
    // Its buttons are not printed: empty, its margins pulled the list over the heading.
    className="-my-2 flex min-w-0 flex-wrap gap-x-1 border-b border-line print:hidden"
  >
    {tabs.map((tab) => {
      const marked = tab.value === value || tab.holds?.includes(value) === true
      return (
        <button
          key={tab.value}
          type="button"
          aria-pressed={marked}
          onClick={() => onChoose(tab.value)}
          className={cx(
            '-mb-px min-h-11 border-b-2 px-4 font-semibold -outline-offset-2 max-sm:grow max-sm:px-1.5',
            marked ? 'border-brand text-brand' : 'border-transparent text-muted hover:text-ink',
          )}
        >
          {tab.label}
        </button>
      )
    })}
  </fieldset>
)
