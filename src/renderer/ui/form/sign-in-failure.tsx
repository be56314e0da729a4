import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { assertNever } from '#shared/domain/assert-never.ts'
import { MINUTE_S } from '#shared/domain/units.ts'
import type { SignInResult } from '../../platform/platform.ts'
import { Notice } from '../feedback/notice.tsx'

export type SignInFailure = Exclude<SignInResult, { readonly kind: 'signed-in' }>

interface SignInFailureNoticeProps {
  readonly failure: SignInFailure
  /** The waiting time has passed. */
  readonly onOver: () => void
}

/** Above the keyboard of a phone the place below the fields may be out of sight. */
const intoView = (notice: HTMLElement | null): void => notice?.scrollIntoView({ block: 'nearest' })

export const SignInFailureNotice = (props: SignInFailureNoticeProps) => (
  <div ref={intoView} className="scroll-my-4">
    <FailureWords {...props} />
  </div>
)

function FailureWords({ failure, onOver }: SignInFailureNoticeProps) {
  const { t } = useTranslation('auth')
  const waitS = failure.kind === 'too-many' ? failure.retryAfterS : undefined
  useEffect(() => {
    if (waitS === undefined) return undefined
    const timer = setTimeout(onOver, waitS * 1000)
    return () => clearTimeout(timer)
  }, [waitS, onOver])
  switch (failure.kind) {
    case 'refused':
      return (
        <Notice tone="danger" title={t('loginError')}>
          {t('loginErrorHelp')}
        </Notice>
      )
    case 'too-many':
      return (
        <Notice tone="warning" title={t('tooMany')}>
          {waitS === undefined
            ? t('tooManyUnknown')
            : waitS <= 2 * MINUTE_S
              ? t('tooManyWait', { count: waitS })
              : t('tooManyMinutes', { count: Math.ceil(waitS / MINUTE_S) })}
        </Notice>
      )
    case 'offline':
      return (
        <Notice tone="warning" title={t('offline')}>
          {t('offlineHelp')}
        </Notice>
      )
    case 'failed':
      return (
        <Notice tone="danger" title={t('failed')}>
          {t('failedHelp')}
        </Notice>
      )
    default:
      return assertNever(failure)
  }
}
