import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { issueReceipt } from '#shared/contract/donation-receipts.ts'
import type { Pledge } from '#shared/contract/donations.ts'
import { ADDRESS_MAX, DONOR_MAX } from '#shared/domain/receipts/tax-receipt.ts'
import { ask } from '../../../platform/calls/api.ts'
import { queryClient } from '../../../platform/calls/query-client.ts'
import { FormButtons } from '../../../ui/button/form-buttons.tsx'
import { useFormProblems } from '../../../ui/call/form-problems.ts'
import { useCall } from '../../../ui/call/use-call.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { TextArea } from '../../../ui/field/text-area.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { useDashboard } from '../../../ui/staff/use-dashboard.ts'
import { useStepUp } from '../../../ui/step-up/use-step-up.tsx'
import { useReceivedText } from '../pledge-parts.tsx'
import { allPledges } from '../pledge-queries.ts'

interface IssueDialogProps {
  readonly pledge: Pledge
  readonly onClose: () => void
}

/** Name and address of the donor, then the receipt as it prints. */
export function IssueDialog({ pledge, onClose }: IssueDialogProps) {
  const { t } = useTranslation(['taxReceipts', 'ui'])
  const receivedText = useReceivedText()
  const navigate = useNavigate()
  const { base } = useDashboard()
  const { guard, dialog } = useStepUp(t('issue.title'), t('issue.why'))
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors },
  } = useForm({ defaultValues: { donor: pledge.name, address: '' } })
  const show = useFormProblems(setError, ['donor', 'address'])
  const issue = useCall(async (typed: { donor: string; address: string }) => {
    const body = { pledgeId: pledge.id, ...typed }
    const outcome = await guard(() => ask(issueReceipt, { body }))
    if (outcome.kind === 'cancelled') return
    void queryClient.invalidateQueries(allPledges)
    toast.success(t('issue.done', { number: outcome.value.number }))
    await navigate(`${base}/donations/receipts/${outcome.value.id}`)
  }, show)
  const filled =
    (field: 'donor' | 'address') =>
    (text: string): boolean | string =>
      text.trim() !== '' || t(`issue.missing.${field}`)
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !issue.busy && onClose()}
      title={t('issue.title')}
      hidesBehind
    >
      <form
        noValidate
        onSubmit={(event) => void handleSubmit((typed) => issue.run(typed))(event)}
        className="grid gap-5"
      >
        <p>
          {t('issue.text')}{' '}
          <bdi className="font-semibold">
            {pledge.received !== null && receivedText(pledge.received)}
          </bdi>
        </p>
        <TextField
          {...register('donor', { validate: filled('donor') })}
          label={t('issue.donor')}
          hint={t('issue.donorHint')}
          error={errors.donor?.message}
          dir="auto"
          maxLength={DONOR_MAX}
          autoComplete="off"
          required
        />
        <TextArea
          {...register('address', { validate: filled('address') })}
          label={t('issue.address')}
          hint={t('issue.addressHint')}
          error={errors.address?.message}
          dir="auto"
          rows={3}
          maxChars={ADDRESS_MAX}
          autoComplete="off"
          required
        />
        <p className="text-sm text-muted">{t('issue.final')}</p>
        {issue.notice !== undefined && (
          <Notice tone="danger" title={t('issue.failed')}>
            {issue.notice}
          </Notice>
        )}
        <FormButtons busy={issue.busy} onCancel={onClose} submit={t('issue.button')} />
      </form>
      {dialog}
    </Dialog>
  )
}
