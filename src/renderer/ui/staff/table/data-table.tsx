import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
/**
 * A table from 700 px, cards below. What is the same in both: rows that open, actions, the busy look that keeps the old
 * rows until the new ones are there, and a skeleton at the first load.
 */
import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../cx.ts'
import { Skeleton } from '../../feedback/skeleton.tsx'
import { useTableFits } from '../../use-media-query.ts'
import { CardList, RowName } from './card-list.tsx'
import { useDensity } from './density.ts'
import { hiddenText, readHidden } from './hidden-columns.ts'
import { useKeptChoice } from './kept-choice.ts'
import { TableTools } from './table-tools.tsx'
import {
  type DataTableProps,
  type FilledTableProps,
  headerColumn,
  type Column,
  nextSort,
  type Sort,
} from './table-types.ts'

interface SortableHeadProps<Row> {
  readonly column: Column<Row>
  readonly sort: Sort | undefined
  readonly onSort: ((sort: Sort) => void) | undefined
}

const ICONS = { asc: ArrowUp, desc: ArrowDown, none: ArrowUpDown } as const
const SAID = { asc: 'ascending', desc: 'descending', none: 'none' } as const

function SortableHead<Row>({
  column: { key, header, sortable, end = false, wideOnly },
  sort,
  onSort,
}: SortableHeadProps<Row>) {
  const hidden = wideOnly !== undefined && '@max-[900px]:hidden'
  if (sortable === undefined || onSort === undefined)
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
        className="inline-flex min-h-10 items-center gap-1 rounded-sm px-2 -outline-offset-3 pointer-coarse:min-h-11 whitespace-nowrap hover:text-brand print:hidden"
      >
        {header}
        <Icon aria-hidden="true" size={16} className={cx(state === 'none' && 'text-muted')} />
      </button>
      {/* On the sheets after the first, Chromium draws the words of a head and not its buttons. */}
      <span aria-hidden="true" className="hidden px-2 print:inline">
        {header}
        {state !== 'none' && <Icon size={12} className="ms-1 inline" />}
      </span>
    </th>
  )
}

export type { Column, DataTableProps, Sort } from './table-types.ts'

const SKELETON_ROWS = [1, 2, 3, 4, 5]
/**
 * 48 px a row with a mouse, and what is pressed is larger where a finger presses it. Text of however many lines has six
 * pixels of air above and below, and so have the letters that reach below it. What is pressed has air of its own.
 */
const CELL = 'h-[2.9375rem] px-2 py-1.5 align-middle leading-tight first:ps-3 last:pe-3'
const AIR =
  '[&_tbody_.line-clamp-2]:mb-0 [&_tbody_:is(button,a,select)]:-my-1.5 [&_tbody_:is(button,a):not(.size-11)]:py-1.5'

/** A finger keeps the room that it needs: only what a mouse presses gets lower, with half of the air. */
const COMPACT = 'pointer-fine:[&_:is(td,tbody_th)]:h-8 pointer-fine:[&_:is(td,tbody_th)]:py-0.75'

/**
 * Below the bar of the staff and its line, where the table fits; a table that scrolls sideways cannot hold it there. What
 * has the focus in it is in sight already: the page does not move for it.
 */
const STICKY_HEAD =
  '@min-[900px]:sticky @min-[900px]:top-[3.8125rem] @min-[900px]:z-1 @min-[900px]:**:-scroll-mt-6 print:static [&_th:first-child]:rounded-ss-lg [&_th:last-child]:rounded-se-lg'
/** What has the focus is not under the head. */
const BELOW_HEAD = '**:scroll-mt-8'

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { t } = useTranslation('common')
  const fits = useTableFits()
  const { rows, empty, name, shown, ...rest } = props
  if (rows === undefined)
    return (
      <div>
        <output className="sr-only">{t('loading')}</output>
        <div className="grid gap-px overflow-hidden rounded-lg border border-line bg-surface p-3">
          {SKELETON_ROWS.map((row) => (
            <Skeleton key={row} className={cx('my-1.5', fits ? 'h-9' : 'h-24')} />
          ))}
        </div>
      </div>
    )
  if (rows.length === 0)
    return (
      <div aria-busy={rest.busy === true} className={cx(rest.busy === true && 'opacity-60')}>
        {empty}
      </div>
    )
  if (name === undefined) return <FilledTable {...rest} rows={rows} hidden={NONE_HIDDEN} />
  return <ChosenTable {...rest} rows={rows} name={name} shown={shown} />
}

const NONE_HIDDEN: ReadonlySet<string> = new Set()

type ChosenTableProps<Row> = Omit<FilledTableProps<Row>, 'hidden'> & {
  readonly name: string
  readonly shown: ReactNode
}

/** The table as this account wants it, and the way to change that. */
function ChosenTable<Row>({ name, shown, ...props }: ChosenTableProps<Row>) {
  const { columns, sort } = props
  const [kept, keep] = useKeptChoice(`columns-${name}`)
  const hidden = readHidden(kept, columns)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <FilledTable {...props} hidden={hidden} />
      <TableTools
        columns={columns}
        hidden={hidden}
        onHide={(next) => keep(hiddenText(next))}
        sort={sort}
        shown={shown}
      />
    </div>
  )
}

function FilledTable<Row>(props: FilledTableProps<Row>) {
  const fits = useTableFits()
  if (!fits) return <CardList {...props} />
  return (
    <div className="@container">
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a narrow screen it scrolls, by keyboard as well
        tabIndex={0}
        aria-label={props.label}
        // Clipped, a last row with a colour is as round as the border; unlike hidden, the head still keeps to the window.
        className="overflow-clip rounded-lg border border-line bg-surface @max-[900px]:overflow-x-auto"
      >
        <Table {...props} />
      </section>
    </div>
  )
}

function Table<Row>({
  label,
  rows,
  columns,
  rowKey,
  sort,
  onSort,
  onOpen,
  openLabel,
  actions,
  busy = false,
  isCurrent,
  hidden,
}: FilledTableProps<Row>) {
  const { t } = useTranslation('staffUi')
  const header = headerColumn(columns)
  const shown = columns.filter(({ key }) => !hidden.has(key))
  const [density] = useDensity()
  return (
    <table
      aria-busy={busy}
      className={cx(
        'w-full text-sm transition-opacity',
        AIR,
        density === 'compact' && COMPACT,
        busy && 'opacity-60',
      )}
    >
      <caption className="sr-only">{label}</caption>
      <thead
        className={cx('bg-surface shadow-[inset_0_-2px_0_var(--color-line-strong)]', STICKY_HEAD)}
      >
        <tr>
          {shown.map((column) => (
            <SortableHead key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
          {actions !== undefined && (
            <th scope="col" className="px-3 py-1.5 text-end font-semibold print:hidden">
              {t('table.actions')}
            </th>
          )}
        </tr>
      </thead>
      <tbody className={BELOW_HEAD}>
        {rows.map((row) => {
          const current = isCurrent?.(row) === true
          return (
            // The pointer may press anywhere in the row; the keyboard has the button in its header.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- see the line above
            <tr
              key={rowKey(row)}
              data-row={rowKey(row)}
              aria-current={current || undefined}
              onClick={
                onOpen === undefined ? undefined : (event) => pressedRow(event) && onOpen(row)
              }
              className={cx(
                'border-b border-line last:border-b-0',
                onOpen !== undefined && 'cursor-pointer hover:bg-sunken',
                current && 'bg-brand-soft',
              )}
            >
              {shown.map((column) =>
                column === header ? (
                  <th key={column.key} scope="row" className={cx(CELL, 'text-start font-normal')}>
                    <RowName row={row} column={column} onOpen={onOpen} openLabel={openLabel} />
                  </th>
                ) : (
                  <td
                    key={column.key}
                    className={cx(
                      CELL,
                      column.end === true && 'text-end tabular-nums',
                      column.wideOnly !== undefined && '@max-[900px]:hidden',
                    )}
                  >
                    {column.cell(row)}
                  </td>
                ),
              )}
              {actions !== undefined && (
                <td className={cx(CELL, 'print:hidden')}>
                  <div className="flex justify-end gap-1 pointer-fine:[&_.size-11]:size-10">
                    {actions(row)}
                  </div>
                </td>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Not on a control of its own, and not at the end of marking a text with the mouse. */
function pressedRow({ target }: MouseEvent): boolean {
  const onControl =
    target instanceof Element &&
    target.closest('a, button, input, select, textarea, label, [role="switch"]') !== null
  return !onControl && window.getSelection()?.isCollapsed !== false
}
