import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router-dom'
import { assertNever } from '#shared/domain/assert-never.ts'
import type { ReturnState } from '../platform/return-path.ts'
import { useSession } from '../platform/session.ts'
import { Notice } from '../ui/notice.tsx'
import { PageSpinner } from '../ui/spinner.tsx'
import { decideGuard, type PageAccess } from './guard-rule.ts'

export function Guard({
  access,
  children,
}: {
  readonly access: PageAccess
  readonly children: ReactNode
}) {
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  const decision = decideGuard(access, session)
  switch (decision) {
    case 'show':
      return children
    case 'wait':
      return session.state === 'loading' && session.unreachable === true ? (
        <WaitingForServer />
      ) : (
        <PageSpinner />
      )
    case 'sign-in': {
      // Whoever left on purpose is not taken back to where they were; the next person may be another.
      const left = session.state === 'unauthenticated' && session.reason === 'left'
      const state: ReturnState = { returnTo: `${pathname}${search}${hash}` }
      return <Navigate to="/login" replace state={left ? null : state} />
    }
    case 'home':
      return <Navigate to="/" replace />
    default:
      return assertNever(decision)
  }
}

function WaitingForServer() {
  const { t } = useTranslation('problems')
  return (
    <div className="column py-8">
      <Notice tone="warning">{t('offline')}</Notice>
      <PageSpinner />
    </div>
  )
}
