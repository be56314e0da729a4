import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { Select, SELECT_IN_LINE } from '../field/select.tsx'
import { Pagination } from '../layout/pagination.tsx'
import { PAGE_SIZES } from './filters/address-filters.ts'
import { PrintedLine } from './filters/printed-line.tsx'

export interface PagerProps {
  /** What is paged through: the name of the navigation. */
  readonly label: string
  readonly page: number
  readonly size: number
  readonly total: number
  /** Counted up to `total`, and there is more. */
  readonly totalIsCapped?: boolean
  readonly sizes?: readonly number[] | undefined
  readonly onPage: (page: number) => void
  readonly onSize?: ((size: number) => void) | undefined
}

type Shown = Pick<PagerProps, 'page' | 'size' | 'total' | 'totalIsCapped'>

/** Nothing to page through, and no smaller page to choose. */
export const isWhole = ({ total, sizes = PAGE_SIZES }: Pick<PagerProps, 'total' | 'sizes'>) =>
  total > 0 && total <= Math.min(...sizes)

function useShownRows({ page, size, total, totalIsCapped = false }: Shown): string {
  const { t } = useTranslation('ui')
  const format = useFormat()
  const from = (page - 1) * size + 1
  const to = totalIsCapped ? page * size : Math.min(total, page * size)
  const words = { from: format.number(from), to: format.number(to), total: format.number(total) }
  return t(totalIsCapped ? 'staff.pager.showingMore' : 'staff.pager.showing', words)
}

/** Which part of the list is shown; on paper its head says it. */
export const ShownRows = (shown: Shown) => (
  <output className="text-sm text-muted print:hidden">{useShownRows(shown)}</output>
)

interface PrintedRowsProps extends Shown {
  /** The words for the order of the rows, where the list has one. */
  readonly order?: string | undefined
}

/** The same at the head of a printed list, which has one page of it. */
export const PrintedRows = ({ order, ...shown }: PrintedRowsProps) => {
  const rows = useShownRows(shown)
  return <PrintedLine text={order === undefined ? rows : `${rows} · ${order}`} />
}

/** Below a list: which part of it is shown, how much at once, and the way to the rest. Nothing where there is nothing. */
export function Pager({
  label,
  page,
  size,
  total,
  totalIsCapped = false,
  sizes = PAGE_SIZES,
  onPage,
  onSize,
}: PagerProps) {
  if (total === 0) return null
  const pages = Math.max(Math.ceil(total / size), totalIsCapped ? page + 1 : 1)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <ShownRows page={page} size={size} total={total} totalIsCapped={totalIsCapped} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        {onSize !== undefined && total > Math.min(...sizes) && (
          <SizeChoice sizes={sizes} size={size} onSize={onSize} />
        )}
        <Pagination page={page} pages={pages} label={label} onChange={onPage} />
      </div>
    </div>
  )
}

interface SizeChoiceProps {
  readonly sizes: readonly number[]
  readonly size: number
  readonly onSize: (size: number) => void
}

function SizeChoice({ sizes, size, onSize }: SizeChoiceProps) {
  const { t } = useTranslation('ui')
  const format = useFormat()
  return (
    <label className="flex items-center gap-2 text-sm print:hidden">
      {t('staff.pager.size')}
      <Select
        value={size}
        options={sizes.map((value) => ({ value, label: format.number(value) }))}
        onChange={({ target }) => onSize(Number(target.value))}
        className={SELECT_IN_LINE}
      />
    </label>
  )
}
