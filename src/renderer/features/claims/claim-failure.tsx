import { useTranslation } from 'react-i18next'
import { CallFailure } from '../../platform/call-failure.ts'
import { problemText } from '../../ui/form-problems.ts'
import { Notice } from '../../ui/notice.tsx'
import type { OneClaim } from './claim-queries.ts'

/** Why a decision was not taken. What was typed stays in the dialog around it. */
export function ClaimFailure({
  claim,
  error,
}: {
  readonly claim: OneClaim
  readonly error: Error
}) {
  const { t } = useTranslation(['claims', 'problems'])
  const failure =
    error instanceof CallFailure
      ? error
      : new CallFailure({ ok: false, problem: undefined, cause: 'unreadable' })
  if (failure.problem?.status !== 409)
    return (
      <Notice tone="danger" title={t('errors.decide')}>
        {problemText(t, failure)}
      </Notice>
    )
  const last = claim.entries.at(-1)
  return (
    <Notice
      tone="warning"
      title={t(`faster.${last?.kind ?? 'reply'}`, {
        name: last?.author?.name ?? t('thread.formerStaff'),
      })}
    >
      {t('faster.notKept')}
    </Notice>
  )
}
