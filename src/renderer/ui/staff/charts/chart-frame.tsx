import { Download, Table2 } from 'lucide-react'
import { type ComponentType, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { csvText } from '#shared/domain/text/csv.ts'
import { useFormat, useLanguage } from '../../../i18n/use-format.ts'
import { saveFile } from '../../../platform/files/save-file.ts'
import { Button } from '../../button/button.tsx'
import { type ChartRow, summarise } from './chart-scale.ts'

export interface ChartProps {
  readonly title: string
  readonly rows: readonly ChartRow[]
  /** What the numbers count: the head of their column. */
  readonly valueLabel: string
  /** What the labels are: "Month", "Country". */
  readonly labelHeader?: string
  readonly format?: (value: number) => string
  /** The content of the chart as text; computed where it is left out. */
  readonly summary?: string
  readonly lead?: ReactNode
  /** The name has no ending. */
  readonly fileName?: string
}

export interface DrawnChart {
  readonly rows: readonly ChartRow[]
  readonly format: (value: number) => string
}

/** Marks of the writing direction inside a label: in a file they would only hide it from a search. */
const ISOLATES = /[\u2066-\u2069]/g

/** Around every chart: its title, what it shows in words, the same numbers as a table, and the file. */
export function ChartFrame({
  title,
  rows,
  valueLabel,
  labelHeader,
  format,
  summary,
  lead,
  fileName,
  Picture,
}: ChartProps & { readonly Picture: ComponentType<DrawnChart> }) {
  const { t } = useTranslation('ui')
  const numbers = useFormat()
  const language = useLanguage()
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  const show = format ?? ((value: number) => numbers.number(value))
  const { total, most } = summarise(rows)
  const words =
    summary ??
    (total === 0
      ? t('staff.chart.nothing')
      : most === undefined
        ? t('staff.chart.total', { total: show(total) })
        : t('staff.chart.summary', {
            total: show(total),
            label: most.label,
            value: show(most.value),
          }))
  const head = [labelHeader ?? t('staff.chart.label'), valueLabel] as const
  const save = (): void =>
    saveFile(
      new Blob(
        [
          csvText(
            [head, ...rows.map(({ label, value }) => [label.replaceAll(ISOLATES, ''), value])],
            language,
          ),
        ],
        { type: 'text/csv;charset=utf-8' },
      ),
      `${fileName ?? 'wld-chart'}.csv`,
    )
  return (
    <section
      aria-labelledby={id}
      className="flex min-w-0 break-inside-avoid flex-col gap-4 rounded-lg border border-line bg-surface p-4 sm:p-5"
    >
      <header>
        <h3 id={id} className="text-lg font-semibold">
          {title}
        </h3>
        <p id={`${id}-summary`} className="text-sm text-muted">
          {words}
        </p>
        {lead !== undefined && <div className="mt-1 text-sm text-muted">{lead}</div>}
      </header>
      {/* Empty rows below "nothing" would only repeat it, and their file would be empty too. */}
      {total > 0 && (
        <>
          {asTable ? (
            <ChartTable label={title} head={head} rows={rows} format={show} />
          ) : (
            <figure aria-label={title} aria-describedby={`${id}-summary`}>
              <Picture rows={rows} format={show} />
            </figure>
          )}
          <footer className="mt-auto border-t border-line pt-2">
            <div className="-mx-2 flex flex-wrap gap-x-1">
              <Button
                variant="quiet"
                aria-pressed={asTable}
                aria-describedby={id}
                icon={<Table2 aria-hidden="true" size={18} />}
                onClick={() => setAsTable(!asTable)}
                className="px-2! text-sm"
              >
                {t('staff.chart.table')}
              </Button>
              <Button
                variant="quiet"
                aria-describedby={id}
                icon={<Download aria-hidden="true" size={18} />}
                onClick={save}
                className="px-2! text-sm"
              >
                {t('staff.chart.csv')}
              </Button>
            </div>
          </footer>
        </>
      )}
    </section>
  )
}

interface ChartTableProps extends DrawnChart {
  readonly label: string
  readonly head: readonly [string, string]
}

function ChartTable({ label, head, rows, format }: ChartTableProps) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm">
        <caption className="sr-only">{label}</caption>
        <thead className="border-b-2 border-line-strong">
          <tr>
            <th scope="col" className="py-2 pe-3 text-start font-semibold">
              {head[0]}
            </th>
            <th scope="col" className="py-2 text-end font-semibold">
              {head[1]}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-1.5 pe-3 text-start font-normal">
                {row.label}
              </th>
              <td className="py-1.5 text-end tabular-nums">{format(row.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
