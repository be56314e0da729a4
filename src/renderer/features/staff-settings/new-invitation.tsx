import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { createInvitation } from '#shared/contract/settings.ts'
import { toLatinDigits } from '#shared/domain/digits.ts'
import { ask, CallFailure } from '../../platform/api.ts'
import { queryClient } from '../../platform/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useFormProblems } from '../../ui/form-problems.ts'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useStepUp } from '../../ui/use-step-up.tsx'
import { invitationsQuery, isConflict } from './use-settings.ts'

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
  const create = useMutation({
    mutationFn: (body: {
      readonly label: string
      readonly usesMax: number | null
      readonly expiresAt?: string
    }) => guard(() => ask(createInvitation, { body })),
    onSuccess: (outcome) => {
      if (outcome.kind === 'cancelled') return
      void queryClient.invalidateQueries(invitationsQuery)
      toast.success(t('invitations.new.done', { code: outcome.value.code }))
      onClose()
    },
  })
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(next) => !next && !create.isPending && onClose()}
        title={t('invitations.new.title')}
      >
        <Form
          busy={create.isPending}
          onSend={({ label, uses, expires }) =>
            // A day means its end, where the administrator is.
            create.mutateAsync({
              label,
              usesMax: uses === '' ? null : Number(toLatinDigits(uses)),
              ...(expires === ''
                ? {}
                : { expiresAt: new Date(`${expires}T23:59:59.999`).toISOString() }),
            })
          }
        />
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
  busy,
  onSend,
}: {
  readonly busy: boolean
  readonly onSend: (fields: Fields) => Promise<unknown>
}) {
  const { t } = useTranslation('staffSettings')
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors },
  } = useForm<Fields>({ defaultValues: { label: '', uses: '1', expires: '' } })
  const show = useFormProblems(setError, { label: 'label', usesMax: 'uses', expiresAt: 'expires' })
  const submit = handleSubmit(async (fields) => {
    try {
      await onSend(fields)
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      const notice = isConflict(error) ? t('invitations.new.tooMany') : show(error)
      if (notice !== undefined) setError('root', { message: notice })
    }
  })
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
      {errors.root?.message !== undefined && <Notice tone="danger">{errors.root.message}</Notice>}
      <Button type="submit" busy={busy} className="justify-self-end max-sm:w-full">
        {t('invitations.new.button')}
      </Button>
    </form>
  )
}
