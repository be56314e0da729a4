import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router-dom'
import { assertNever } from '#shared/domain/assert-never.ts'
import type { RefusedState, ReturnState } from '../../platform/session/return-path.ts'
import { useSession } from '../../platform/session/session.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { PageSpinner } from '../../ui/feedback/spinner.tsx'
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
  const here = `${pathname}${search}${hash}`
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
    case 'second-factor':
    case 'sign-in': {
      // After a deliberate sign-out the next user is not sent to the last page, because it may be
      // another user.
      const left = session.state === 'unauthenticated' && session.reason === 'left'
      const state: ReturnState = { returnTo: here }
      const to = decision === 'sign-in' ? '/login' : '/second-factor'
      return <Navigate to={to} replace state={left ? null : state} />
    }
    case 'home': {
      const state: RefusedState = { refused: here }
      return <Navigate to="/" replace state={state} />
    }
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
