import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { HOLD_REASON_MAX, placeHold } from '#shared/contract/holds.ts'
import { HELD_KINDS, type HeldKind, parseHeldNumber } from '#shared/domain/people/legal-hold.ts'
import { ask } from '../../platform/calls/api.ts'
import { holdsQuery } from '../../platform/calls/holds-query.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { TextArea } from '../../ui/field/text-area.tsx'
import { SelectField, TextField } from '../../ui/field/text-field.tsx'
import { useFormProblems } from '../../ui/form/form-problems.ts'
import { useCall } from '../../ui/form/use-call.ts'
import { useStepUp } from '../../ui/form/use-step-up.tsx'
import { isConflict } from './use-settings.ts'

interface Fields {
  readonly kind: HeldKind
  readonly number: string
  readonly reason: string
}

export function NewHold({
  open,
  onClose,
}: {
  readonly open: boolean
  readonly onClose: () => void
}) {
  const { t } = useTranslation('staffSettings')
  const { guard, dialog } = useStepUp(t('holds.new.title'), t('holds.why'))
  const [busy, setBusy] = useState(false)
  const place = async (body: Fields): Promise<void> => {
    const { kind } = await guard(() => ask(placeHold, { body }))
    if (kind === 'cancelled') return
    void queryClient.invalidateQueries(holdsQuery)
    toast.success(t('holds.new.done'))
    onClose()
  }
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(next) => !next && !busy && onClose()}
        title={t('holds.new.title')}
      >
        <Form onSend={place} onBusy={setBusy} />
      </Dialog>
      {dialog}
    </>
  )
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
  } = useForm<Fields>({ defaultValues: { kind: 'member', number: '', reason: '' } })
  const show = useFormProblems(setError, ['kind', 'number', 'reason'])
  const { run, busy, notice } = useCall(onSend, (failure) => {
    if (isConflict(failure)) return t('holds.new.already')
    return failure.problem?.code === 'not-found' ? t('holds.new.unknown') : show(failure)
  })
  useEffect(() => onBusy(busy), [onBusy, busy])
  const submit = handleSubmit(async (fields) => void (await run(fields)))
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <p className="text-muted">{t('holds.new.text')}</p>
      <SelectField
        {...register('kind')}
        label={t('holds.new.kind')}
        options={HELD_KINDS.map((value) => ({ value, label: t(`holds.kinds.${value}`) }))}
      />
      <TextField
        {...register('number', {
          validate: (text) => parseHeldNumber(text) !== undefined || t('holds.new.numberFault'),
        })}
        label={t('holds.new.number')}
        hint={t('holds.new.numberHint')}
        error={errors.number?.message}
        dir="ltr"
        autoComplete="off"
        maxLength={24}
        required
      />
      <TextArea
        {...register('reason', {
          validate: (text) =>
            (text.trim() !== '' && text.trim().length <= HOLD_REASON_MAX) ||
            t('holds.new.reasonFault'),
        })}
        label={t('holds.new.reason')}
        hint={t('holds.new.reasonHint')}
        error={errors.reason?.message}
        dir="auto"
        required
      />
      {notice !== undefined && <Notice tone="danger">{notice}</Notice>}
      <Button type="submit" busy={busy} className="justify-self-end max-sm:w-full">
        {t('holds.new.button')}
      </Button>
    </form>
  )
}
