import { useTranslation } from 'react-i18next'
import type { CallFailure } from '../../platform/calls/call-failure.ts'
import { problemText } from '../../ui/form/form-problems.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { OneClaim } from './claim-queries.ts'

/** Why a decision was not taken. What was typed stays in the dialog around it. */
export function ClaimFailure({
  claim,
  failure,
}: {
  readonly claim: OneClaim
  readonly failure: CallFailure
}) {
  const { t } = useTranslation(['claims', 'problems'])
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
