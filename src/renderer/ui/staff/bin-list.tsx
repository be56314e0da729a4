import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArchiveRestore, Trash2 } from 'lucide-react'
import { type ComponentType, type Key, type ReactNode, useState } from 'react'
import { DAY_MS } from '#shared/domain/units.ts'
import { Button } from '../button/button.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { Skeleton } from '../feedback/skeleton.tsx'
import { Loaded } from '../loaded/loaded.tsx'
import { Pager } from './pager.tsx'

const SIZE = 10

export interface BinSource<T> {
  readonly queryKey: readonly unknown[]
  readonly read: (
    paging: { readonly page: number; readonly size: number },
    signal: AbortSignal,
  ) => Promise<{ readonly items: readonly T[]; readonly total: number }>
}

const useBin = <T,>({ queryKey, read }: BinSource<T>, page: number) =>
  useQuery({
    queryKey: [...queryKey, page],
    queryFn: ({ signal }) => read({ page, size: SIZE }, signal),
    placeholderData: keepPreviousData,
  })

/** For a page of several lists, which says once that all of them are empty. */
export const useIsBinEmpty = (source: BinSource<unknown>): boolean =>
  useBin(source, 1).data?.total === 0

export const EmptyBin = ({ title }: { readonly title: string }) => (
  <EmptyState icon={<Trash2 size={30} />} title={title} />
)

interface BinListProps<T> {
  readonly label: string
  readonly empty: string
  readonly failure: string
  readonly source: BinSource<T>
  readonly keyOf: (item: T) => Key
  readonly Line: ComponentType<{ readonly item: T; readonly daysLeft: number }>
}

/** Deleted items that can still be restored, in pages. */
export function BinList<T extends { readonly goneAt: string }>({
  label,
  empty,
  failure,
  source,
  keyOf,
  Line,
}: BinListProps<T>) {
  const [page, setPage] = useState(1)
  const query = useBin(source, page)
  return (
    <Loaded query={query} failure={failure} skeleton={<Skeleton className="h-64" />}>
      {({ items, total }) =>
        items.length === 0 ? (
          <EmptyBin title={empty} />
        ) : (
          <div className="grid gap-4">
            <ul aria-label={label} className="divide-y divide-line border-y border-line">
              {items.map((item) => (
                <li
                  key={keyOf(item)}
                  className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3"
                >
                  <Line
                    item={item}
                    daysLeft={Math.max(
                      0,
                      Math.ceil((Date.parse(item.goneAt) - query.dataUpdatedAt) / DAY_MS),
                    )}
                  />
                </li>
              ))}
            </ul>
            <Pager label={label} page={page} size={SIZE} total={total} onPage={setPage} />
          </div>
        )
      }
    </Loaded>
  )
}

interface BinLineProps {
  readonly title: ReactNode
  readonly detail: ReactNode
  /** A paragraph in the direction of its own language. */
  readonly reason: string
  /** Time of the deletion, and the member who deleted it. */
  readonly deleted: ReactNode
  /** Until when it can be restored. */
  readonly until: ReactNode
  readonly restore: string
  readonly restoreOf: string
  readonly busy: boolean
  readonly onRestore: () => void
}

export function BinLine({
  title,
  detail,
  reason,
  deleted,
  until,
  restore,
  restoreOf,
  busy,
  onRestore,
}: BinLineProps) {
  return (
    <>
      <div className="min-w-0 grow basis-64">
        <p className="font-semibold wrap-anywhere">{title}</p>
        <p className="text-sm text-muted wrap-anywhere">{detail}</p>
        <p dir="auto" className="mt-1 wrap-anywhere">
          {reason}
        </p>
        <p className="text-sm text-muted">{deleted}</p>
        <p className="text-sm font-semibold text-warning">{until}</p>
      </div>
      <Button
        variant="secondary"
        busy={busy}
        aria-label={restoreOf}
        icon={<ArchiveRestore aria-hidden="true" size={18} />}
        onClick={onRestore}
      >
        {restore}
      </Button>
    </>
  )
}
