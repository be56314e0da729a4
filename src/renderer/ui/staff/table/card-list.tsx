import { useTranslation } from 'react-i18next'
import { cx } from '../../cx.ts'
import { SelectField } from '../../field/text-field.tsx'
import { stepThroughRows } from './row-keys.ts'
import {
  type DataTableProps,
  type FilledTableProps,
  headerColumn,
  readSort,
  sortText,
  type Column,
  type Sort,
} from './table-types.ts'

const ORDERS = {
  column: { asc: 'ascending', desc: 'descending' },
  name: { asc: 'fromA', desc: 'fromZ' },
  date: { asc: 'oldest', desc: 'newest' },
} as const

/** The key of the words for an order, with `{{column}}`. */
export const orderKey = (
  { sortable }: Pick<Column<never>, 'sortable'>,
  direction: Sort['direction'],
) =>
  `table.${
    ORDERS[sortable === undefined || sortable === true ? 'column' : sortable][direction]
  }` as const

type RowNameProps<Row> = Pick<DataTableProps<Row>, 'onOpen' | 'openLabel'> & {
  readonly row: Row
  readonly column: Column<Row>
}

export function RowName<Row>({ row, column, onOpen, openLabel }: RowNameProps<Row>) {
  if (onOpen === undefined) return <div className="font-semibold">{column.cell(row)}</div>
  return (
    <button
      type="button"
      data-opens
      aria-label={openLabel?.(row)}
      onClick={() => onOpen(row)}
      onKeyDown={stepThroughRows}
      className="flex min-h-10 items-center pointer-coarse:min-h-11 rounded-sm text-start font-semibold text-brand underline-offset-4 hover:underline"
    >
      {column.cell(row)}
    </button>
  )
}

/**
 * What is drawn begins below the words and ends with the air of the card: the edge of a button that has one, else its icon
 * or its words, whose own air lies in that of the card. A row without an action has no line.
 */
const CARD_ACTIONS = cx(
  'flex flex-wrap gap-2 border-t border-line pt-3 empty:hidden',
  '[&>:not(.border)]:-my-2 [&>:not(.border):first-child]:-ms-3 [&>.px-4:not(.border,.size-11):first-child]:-ms-4',
)

/** The rows of a table on a phone: one card each, with the headers as labels. */
export function CardList<Row>(props: FilledTableProps<Row>) {
  const {
    label,
    rows,
    columns,
    rowKey,
    onOpen,
    openLabel,
    actions,
    busy = false,
    isCurrent,
    hidden,
  } = props
  const header = headerColumn(columns)
  const facts = columns.filter(
    (column) => column !== header && column.wideOnly !== true && !hidden.has(column.key),
  )
  return (
    <div className="grid gap-3">
      <SortChoice {...props} />
      <ul
        aria-label={label}
        aria-busy={busy}
        className={cx('grid gap-3 transition-opacity', busy && 'opacity-60')}
      >
        {rows.map((row) => {
          const current = isCurrent?.(row) === true
          return (
            <li
              key={rowKey(row)}
              data-row={rowKey(row)}
              aria-current={current || undefined}
              className={cx(
                'grid min-w-0 gap-2 rounded-lg border bg-surface p-4 [&>[data-opens]:not(:has(img,svg))]:-my-2', // the room that a finger needs for one line is no margin
                current ? 'border-brand bg-brand-soft' : 'border-line',
              )}
            >
              {header !== undefined && (
                <RowName row={row} column={header} onOpen={onOpen} openLabel={openLabel} />
              )}
              {facts.length > 0 && (
                <dl className="grid grid-cols-2 gap-x-4 gap-y-1.5 text-sm">
                  {facts
                    .filter(({ isBlank }) => isBlank?.(row) !== true)
                    .map((column) => (
                      <CardFact key={column.key} row={row} column={column} />
                    ))}
                </dl>
              )}
              {actions !== undefined && <div className={CARD_ACTIONS}>{actions(row)}</div>}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

interface CardFactProps<Row> {
  readonly row: Row
  readonly column: Column<Row>
}

function CardFact<Row>({ row, column: { header, cell, card } }: CardFactProps<Row>) {
  if (card !== undefined)
    return (
      <div className={cx('relative min-w-0', card === 'line' && 'col-span-2')}>
        <dt className="sr-only">{header}</dt>
        <dd>{cell(row)}</dd>
      </div>
    )
  return (
    <div className="col-span-2 flex flex-wrap items-baseline gap-x-3">
      <dt className="grow-2 basis-24 text-muted">{header}</dt>
      {/* What may not break in a table, which scrolls sideways, may in a card. */}
      <dd className="min-w-0 grow-5 basis-40 **:whitespace-normal">{cell(row)}</dd>
    </div>
  )
}

/** Headers cannot be pressed where there are none. */
function SortChoice<Row>({ columns, sort, onSort, unsorted = '' }: FilledTableProps<Row>) {
  const { t } = useTranslation('staffUi')
  const sortable = columns.filter((column) => column.sortable !== undefined)
  if (onSort === undefined || sortable.length === 0) return null
  const options = sortable.flatMap((column) =>
    (['asc', 'desc'] as const).map((direction) => ({
      value: sortText({ key: column.key, direction }),
      label: t(orderKey(column, direction), { column: column.header }),
    })),
  )
  return (
    <SelectField
      label={t('table.sort')}
      className="grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3"
      value={sort === undefined ? '' : sortText(sort)}
      options={sort === undefined ? [{ value: '', label: unsorted }, ...options] : options}
      onChange={({ target }) => {
        const chosen = readSort(target.value)
        if (chosen !== undefined) onSort(chosen)
      }}
    />
  )
}
