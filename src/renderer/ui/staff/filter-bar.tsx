import { FilterX, ListFilter } from 'lucide-react'
import { Fragment, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button.tsx'
import { cx } from '../cx.ts'

export { FilterDate, FilterSelect, FilterText } from './filter-fields.tsx'

export interface FilterBarProps {
  /** What is filtered: "Filter the members". */
  readonly label: string
  readonly activeCount: number
  readonly onClear: () => void
  readonly children: ReactNode
  /** Buttons for the list as it is filtered: export, print. */
  readonly end?: ReactNode
}

/** The filters of a list; behind one button below 700 px. */
export function FilterBar({ label, activeCount, onClear, children, end }: FilterBarProps) {
  const { t } = useTranslation('ui')
  const id = useId()
  const [open, setOpen] = useState(false)
  const [cleared, setCleared] = useState(0)
  const fields = useRef<HTMLDivElement>(null)
  const clear = (): void => {
    setCleared(cleared + 1) // what was typed and not yet sent goes as well
    onClear()
    // The button goes with the last filter: the focus must not go with it.
    requestAnimationFrame(() => fields.current?.querySelector<HTMLElement>('input, select')?.focus())
  }
  return (
    <search aria-label={label} className="block rounded-lg border border-line bg-surface">
      <Button
        variant="quiet"
        className="min-h-13 w-full justify-start min-[700px]:hidden"
        icon={<ListFilter aria-hidden="true" size={20} />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {activeCount === 0 ? label : t('staff.filter.inUse', { label, count: activeCount })}
      </Button>
      <form
        id={id}
        onSubmit={(event) => event.preventDefault()}
        className={cx('p-4 max-[699px]:border-t max-[699px]:border-line', !open && 'max-[699px]:hidden')}
      >
        <div ref={fields} className="grid items-end gap-x-4 gap-y-3 min-[480px]:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]">
          <Fragment key={cleared}>{children}</Fragment>
          {(activeCount > 0 || end !== undefined) && (
            // At the end of the last line of fields where there is room, below them where not.
            <div className="flex flex-wrap justify-end gap-2 self-end min-[480px]:[grid-column:span_2/-1]">
              {activeCount > 0 && (
                <Button variant="quiet" icon={<FilterX aria-hidden="true" size={18} />} onClick={clear}>
                  {t('staff.filter.clear')}
                </Button>
              )}
              {end}
            </div>
          )}
        </div>
      </form>
    </search>
  )
}
