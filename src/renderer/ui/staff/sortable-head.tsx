import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { cx } from '../cx.ts'
import { type Column, nextSort, type Sort } from './table-types.ts'

interface SortableHeadProps<Row> {
  readonly column: Column<Row>
  readonly sort: Sort | undefined
  readonly onSort: ((sort: Sort) => void) | undefined
}

const ICONS = { asc: ArrowUp, desc: ArrowDown, none: ArrowUpDown } as const
const SAID = { asc: 'ascending', desc: 'descending', none: 'none' } as const

export function SortableHead<Row>({
  column: { key, header, sortable = false, end = false, wideOnly = false },
  sort,
  onSort,
}: SortableHeadProps<Row>) {
  const hidden = wideOnly && '@max-[900px]:hidden'
  if (!sortable || onSort === undefined)
    return (
      <th
        scope="col"
        className={cx(
          'px-2 py-1.5 font-semibold first:ps-3 last:pe-3',
          end ? 'text-end' : 'text-start',
          hidden,
        )}
      >
        {header}
      </th>
    )
  const state = sort?.key === key ? sort.direction : 'none'
  const Icon = ICONS[state]
  return (
    <th
      scope="col"
      aria-sort={SAID[state]}
      className={cx('font-semibold first:ps-1', end ? 'text-end' : 'text-start', hidden)}
    >
      <button
        type="button"
        onClick={() => onSort(nextSort(sort, key))}
        className="inline-flex min-h-10 items-center gap-1 rounded-sm px-2 -outline-offset-3 pointer-coarse:min-h-11 whitespace-nowrap hover:text-brand"
      >
        {header}
        <Icon aria-hidden="true" size={16} className={cx(state === 'none' && 'text-muted')} />
      </button>
    </th>
  )
}
