import { useTranslation } from 'react-i18next'
import type { FullRequest } from '#shared/contract/requests.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import type { CallFailure } from '../../../platform/api.ts'
import { useSession } from '../../../platform/session.ts'
import { Auto } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button.tsx'
import { problemText } from '../../../ui/form-problems.ts'
import { Notice } from '../../../ui/notice.tsx'

interface ClaimBarProps {
  readonly request: FullRequest
  readonly busy: boolean
  readonly failure: CallFailure | undefined
  readonly onTake: (takeOver: boolean) => void
}

/** Whose turn it is. Nothing while the request is one's own: then a line beside the heading says so. */
export function ClaimBar({ request: { status, claim }, busy, failure, onTake }: ClaimBarProps) {
  const { t } = useTranslation(['registrationRequests', 'problems'])
  const format = useFormat()
  const session = useSession()
  const mayTakeOver = session.state === 'authenticated' && session.user.role === 'A'
  if (status !== 'pending' || claim?.mine === true) return null
  const take = (takeOver: boolean, label: string) => (
    <Button variant="secondary" busy={busy} onClick={() => onTake(takeOver)}>
      {label}
    </Button>
  )
  if (claim === null) {
    if (busy) return null
    return (
      <Notice
        tone={failure === undefined ? 'info' : 'danger'}
        title={t('claim.freeTitle')}
        action={take(false, t('claim.take'))}
      >
        {failure === undefined ? t('claim.freeText') : problemText(t, failure)}
      </Notice>
    )
  }
  return (
    <Notice
      tone="warning"
      title={t('claim.otherTitle')}
      {...(mayTakeOver && { action: take(true, t('claim.takeOver')) })}
    >
      <p>
        <Auto className="font-semibold">{claim.by.name}</Auto>
        {' · '}
        {t(`common:roles.${claim.by.role}`)}
        {' · '}
        {t('claim.until', { time: format.time(claim.until) })}
      </p>
      <p>{t(mayTakeOver ? 'claim.otherTextAdmin' : 'claim.otherText')}</p>
      {failure !== undefined && <p className="text-danger">{problemText(t, failure)}</p>}
    </Notice>
  )
}
