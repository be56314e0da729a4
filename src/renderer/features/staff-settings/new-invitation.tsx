import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { createInvitation } from '#shared/contract/settings.ts'
import { toLatinDigits } from '#shared/domain/text/digits.ts'
import { ask } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useFormProblems } from '../../ui/form/form-problems.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useStepUp } from '../../ui/form/use-step-up.tsx'
import { invitationsQuery, isConflict } from './use-settings.ts'
import { useCall } from '../../ui/form/use-call.ts'
import { useEffect, useState } from 'react'

const USES_MAX = 100_000
const isToCome = (day: string): boolean => new Date(`${day}T23:59:59`).getTime() > Date.now()

export function NewInvitation({
  open,
  onClose,
}: {
  readonly open: boolean
  readonly onClose: () => void
}) {
  const { t } = useTranslation('staffSettings')
  const { guard, dialog } = useStepUp(t('invitations.new.title'), t('why'))
  const [busy, setBusy] = useState(false)
  const create = async ({ label, uses, expires }: Fields): Promise<void> => {
    const body = {
      label,
      usesMax: uses === '' ? null : Number(toLatinDigits(uses)),
      // A day means its end, where the administrator is.
      ...(expires !== '' && { expiresAt: new Date(`${expires}T23:59:59.999`).toISOString() }),
    }
    const outcome = await guard(() => ask(createInvitation, { body }))
    if (outcome.kind === 'cancelled') return
    void queryClient.invalidateQueries(invitationsQuery)
    toast.success(t('invitations.new.done', { code: outcome.value.code }))
    onClose()
  }
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(next) => !next && !busy && onClose()}
        title={t('invitations.new.title')}
      >
        <Form onSend={create} onBusy={setBusy} />
      </Dialog>
      {dialog}
    </>
  )
}

interface Fields {
  readonly label: string
  readonly uses: string
  readonly expires: string
}

function Form({
  onSend,
  onBusy,
}: {
  readonly onSend: (fields: Fields) => Promise<void>
  readonly onBusy: (busy: boolean) => void
}) {
  const { t } = useTranslation('staffSettings')
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors },
  } = useForm<Fields>({ defaultValues: { label: '', uses: '1', expires: '' } })
  const show = useFormProblems(setError, { label: 'label', usesMax: 'uses', expiresAt: 'expires' })
  const { run, busy, notice } = useCall(onSend, (failure) =>
    isConflict(failure) ? t('invitations.new.tooMany') : show(failure),
  )
  useEffect(() => onBusy(busy), [onBusy, busy])
  const submit = handleSubmit(async (fields) => void (await run(fields)))
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <TextField
        {...register('label', {
          validate: (text) =>
            (text.trim() !== '' && text.trim().length <= 80) || t('invitations.new.labelFault'),
        })}
        label={t('invitations.new.label')}
        hint={t('invitations.new.labelHint')}
        error={errors.label?.message}
        dir="auto"
        required
      />
      <TextField
        {...register('uses', {
          validate: (text) => {
            const typed = toLatinDigits(text).trim()
            return (
              typed === '' ||
              (/^\d{1,6}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= USES_MAX) ||
              t('invitations.new.usesFault')
            )
          },
        })}
        label={t('invitations.new.uses')}
        hint={t('invitations.new.usesHint')}
        error={errors.uses?.message}
        inputMode="numeric"
      />
      <TextField
        {...register('expires', {
          validate: (day) => day === '' || isToCome(day) || t('invitations.new.expiresFault'),
        })}
        label={t('invitations.new.expires')}
        hint={t('invitations.new.expiresHint')}
        error={errors.expires?.message}
        type="date"
      />
      {notice !== undefined && <Notice tone="danger">{notice}</Notice>}
      <Button type="submit" busy={busy} className="justify-self-end max-sm:w-full">
        {t('invitations.new.button')}
      </Button>
    </form>
  )
}
