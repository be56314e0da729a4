/** Below a staff table: how it looks to this account. */
import { Columns3 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../button/button.tsx'
import { Dialog } from '../../dialog/dialog.tsx'
import { Checkbox } from '../../field/checkbox.tsx'
import { Select, SELECT_IN_LINE } from '../../field/select.tsx'
import { useTableFits } from '../../use-media-query.ts'
import { orderKey } from './card-list.tsx'
import { DENSITIES, useDensity } from './density.ts'
import { optionalColumns, withHidden } from './hidden-columns.ts'
import { headerColumn, type Column, type Sort } from './table-types.ts'

export interface TableToolsProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly hidden: ReadonlySet<string>
  readonly onHide: (hidden: ReadonlySet<string>) => void
  readonly sort?: Sort | undefined
  readonly shown?: ReactNode
}

export function TableTools<Row>(props: TableToolsProps<Row>) {
  const { t } = useTranslation('staffUi')
  const { columns, hidden, sort, shown } = props
  const fits = useTableFits()
  const [open, setOpen] = useState(false)
  const sorted = columns.find(({ key }) => key === sort?.key && hidden.has(key))
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-3">
      {shown !== undefined && <div className="grow">{shown}</div>}
      {sorted !== undefined && sort !== undefined && (
        <p className="grow text-sm text-muted print:hidden">
          {t('columns.sortedBy', {
            sort: t(orderKey(sorted, sort.direction), { column: sorted.header }),
          })}
        </p>
      )}
      {fits && <DensityChoice />}
      <Button
        variant="secondary"
        icon={<Columns3 aria-hidden="true" size={18} />}
        onClick={() => setOpen(true)}
      >
        {hidden.size === 0 ? t('columns.button') : t('columns.hidden', { count: hidden.size })}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t('columns.title')}
        description={t('columns.lead', { column: headerColumn(columns)?.header ?? '' })}
      >
        <ColumnChoice {...props} />
      </Dialog>
    </div>
  )
}

function ColumnChoice<Row>({ columns, hidden, onHide, sort }: TableToolsProps<Row>) {
  const { t } = useTranslation('staffUi')
  const format = useFormat()
  const hintOf = ({ key, wideOnly }: Column<Row>): string =>
    [
      wideOnly !== undefined && t('columns.wide'),
      hidden.has(key) && key === sort?.key && t('columns.sorted'),
    ]
      .filter((hint) => hint !== false)
      .join(' ')
  return (
    <div className="grid gap-1">
      {optionalColumns(columns).map((column) => (
        <Checkbox
          key={column.key}
          label={column.header}
          hint={hintOf(column) || undefined}
          checked={!hidden.has(column.key)}
          onChange={({ target }) => onHide(withHidden(hidden, column.key, !target.checked))}
        />
      ))}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <output className="text-sm text-muted">
          {t('columns.shown', {
            shown: format.number(columns.length - hidden.size),
            total: format.number(columns.length),
          })}
        </output>
        {/* Also when nothing is hidden: a button that vanishes takes the focus with it. */}
        <Button variant="secondary" onClick={() => onHide(new Set())}>
          {t('columns.all')}
        </Button>
      </div>
    </div>
  )
}

/** Sets the row density of all staff tables of this account. */
function DensityChoice() {
  const { t } = useTranslation('staffUi')
  const [density, choose] = useDensity()
  return (
    <label className="flex items-center gap-2 text-sm print:hidden">
      {t('density.label')}
      <Select
        value={density}
        options={DENSITIES.map((value) => ({ value, label: t(`density.${value}`) }))}
        onChange={({ target }) => choose(target.value === 'compact' ? 'compact' : 'comfortable')}
        className={SELECT_IN_LINE}
      />
    </label>
  )
}
