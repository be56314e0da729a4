import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from './load-failure.tsx'

export interface LoadedProps<T> {
  readonly query: UseQueryResult<T>
  /** Title of the notice when it could not be loaded. */
  readonly failure: string
  /** Stands in the place of the content until it is there. */
  readonly skeleton: ReactNode
  readonly children: (data: T) => ReactNode
}

/**
 * The three states of something that is fetched. What was loaded once stays, also when a later call
 * fails. A part of the content that waits for its texts keeps the skeleton; without a boundary here
 * React would hide the whole page for it.
 */
export function Loaded<T>({ query, failure, skeleton, children }: LoadedProps<T>) {
  const { t } = useTranslation('common')
  const waiting = (
    <div>
      <output className="sr-only">{t('loading')}</output>
      {skeleton}
    </div>
  )
  if (query.data !== undefined)
    return <Suspense fallback={waiting}>{children(query.data)}</Suspense>
  if (query.isError || query.fetchStatus === 'paused')
    return <QueryFailure title={failure} query={query} />
  return waiting
}
