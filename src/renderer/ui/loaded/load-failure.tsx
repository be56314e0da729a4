import type { UseQueryResult } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { messageKeyOf, needsReload } from '../../platform/calls/call-failure.ts'
import { Button } from '../button/button.tsx'
import { errorText } from '../call/form-problems.ts'
import { Notice } from '../feedback/notice.tsx'

export interface LoadFailureProps {
  /** What could not be shown. */
  readonly title: string
  /** Null while the device itself has no network. */
  readonly error: Error | null
  readonly onRetry: () => void
  readonly busy?: boolean
}

/** Stands where something should have been loaded: what happened, and the way to try again. */
export function LoadFailure({ title, error, onRetry, busy = false }: LoadFailureProps) {
  const { t } = useTranslation(['problems', 'common'])
  const key = messageKeyOf(error)
  const reloads = needsReload(key)
  return (
    <Notice
      tone={key === 'offline' ? 'warning' : 'danger'}
      title={title}
      action={
        <Button
          variant="secondary"
          busy={busy}
          icon={<RotateCw aria-hidden="true" size={18} />}
          onClick={reloads ? () => window.location.reload() : onRetry}
        >
          {t(reloads ? 'common:reload' : 'common:retry')}
        </Button>
      }
    >
      <p>{errorText(t, error)}</p>
    </Notice>
  )
}

/** Does what `LoadFailure` does, for something that a query fetches. */
export function QueryFailure({
  title,
  query,
}: {
  readonly title: string
  readonly query: UseQueryResult
}) {
  return (
    <LoadFailure
      title={title}
      error={query.error}
      busy={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  )
}
