import type { Column, DataTableProps } from './table-types.ts'

type RowNameProps<Row> = Pick<DataTableProps<Row>, 'onOpen' | 'openLabel'> & {
  readonly row: Row
  readonly column: Column<Row>
}

export function RowName<Row>({ row, column, onOpen, openLabel }: RowNameProps<Row>) {
  if (onOpen === undefined) return <div className="font-semibold">{column.cell(row)}</div>
  return (
    <button
      type="button"
      aria-label={openLabel?.(row)}
      onClick={() => onOpen(row)}
      className="flex min-h-10 items-center pointer-coarse:min-h-11 rounded-sm text-start font-semibold text-brand underline-offset-4 hover:underline"
    >
      {column.cell(row)}
    </button>
  )
}
