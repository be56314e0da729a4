import { Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { sendObjection } from '#shared/contract/claims.ts'
import { OBJECTION_KINDS, type ObjectionKind, REPLY_MAX } from '#shared/domain/claim-objection.ts'
import { CLEAN } from '#shared/domain/text/clean-text.ts'
import { askWithProof } from '../../platform/calls/ask-with-proof.ts'
import { Button } from '../../ui/button/button.tsx'
import { useFormProblems } from '../../ui/call/form-problems.ts'
import { useCall } from '../../ui/call/use-call.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { SelectField } from '../../ui/field/text-field.tsx'
import { PrivacyLink } from '../../ui/layout/privacy-link.tsx'
import type { ContactFormProps } from './contact-form.tsx'
import { SenderFields } from './sender-fields.tsx'
import type { KnownSender } from './use-sender.ts'

interface Fields extends KnownSender {
  readonly kind: ObjectionKind | ''
  readonly message: string
  readonly named: boolean
  readonly goodFaith: boolean
}
const EMPTY: Fields = {
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  kind: '',
  message: '',
  named: false,
  goodFaith: false,
}
const FIELD_NAMES = Object.keys(EMPTY) as (keyof Fields)[] // as: the keys of this very object

/** What somebody sends who finds something wrong with a report (ADR 0086). */
export function ObjectionForm({
  reportId,
  sender,
  onSent,
}: ContactFormProps & { readonly reportId: number }) {
  const { t, i18n } = useTranslation(['contact', 'problems'])
  const [solving, setSolving] = useState(false)
  const form = useForm<Fields>({ defaultValues: EMPTY, shouldFocusError: true })
  const { register, handleSubmit, formState, setError, reset, control } = form
  const show = useFormProblems<Fields>(setError, FIELD_NAMES)
  const isReply = useWatch({ control, name: 'kind' }) === 'reply'
  const { errors } = formState
  useEffect(() => {
    // The account loads a moment later: fields that were typed meanwhile stay.
    if (sender !== undefined) reset({ ...EMPTY, ...sender }, { keepDirtyValues: true })
  }, [sender, reset])
  const send = useCall(async ({ kind, ...rest }: Fields) => {
    const { reference } = await askWithProof(
      sendObjection,
      {
        headers: { 'accept-language': i18n.language },
        body: { ...rest, reportId, kind: kind as ObjectionKind, goodFaith: true }, // as: validated before
      },
      { onProof: setSolving },
    )
    onSent(reference)
  }, show)
  const submit = handleSubmit((fields) => {
    if (send.busy) return
    void send.run({
      ...fields,
      email: CLEAN.email(fields.email),
      phoneNumber: CLEAN.phone(fields.phoneNumber),
    })
  })
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-labelledby="objection-form"
      className="grid max-w-3xl gap-5 rounded-lg border border-line bg-surface p-4 shadow-card sm:p-6"
    >
      <h2 id="objection-form" className="text-xl headline">
        {t('objection.formTitle')}
      </h2>
      <SelectField
        {...register('kind', { validate: (value) => value !== '' || t('objection.kindMissing') })}
        label={t('objection.kind')}
        error={errors.kind?.message}
        options={[
          { value: '', label: t('objection.choose') },
          ...OBJECTION_KINDS.map((value) => ({ value, label: t(`objection.kinds.${value}`) })),
        ]}
        required
      />
      <TextArea
        {...register('message', {
          validate: (value) =>
            value.trim().length > REPLY_MAX
              ? t('errors.long')
              : value.trim() !== '' || t('errors.required.message'),
        })}
        label={t(isReply ? 'objection.reply' : 'objection.reason')}
        hint={isReply ? t('objection.replyHint') : undefined}
        error={errors.message?.message}
        rows={7}
        maxChars={REPLY_MAX}
        dir="auto"
        required
      />
      {isReply && <Checkbox {...register('named')} label={t('objection.named')} />}
      <FormProvider {...form}>
        <SenderFields phoneNeeded={false} />
      </FormProvider>
      <Checkbox
        {...register('goodFaith', {
          validate: (value) => value || t('objection.goodFaithMissing'),
        })}
        label={t('objection.goodFaith')}
        error={errors.goodFaith?.message}
      />
      {send.failure !== undefined && (
        <Notice tone="danger" title={t('errors.sendFailed')}>
          {send.notice !== undefined && <p>{send.notice}</p>}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          size="lg"
          busy={send.busy}
          icon={<Send aria-hidden="true" size={19} className="mirror" />}
          className="w-full sm:w-auto"
        >
          {t(send.busy ? 'form.sending' : 'objection.submit')}
        </Button>
        <p aria-live="polite" className="text-sm text-muted">
          {solving ? t('form.proof') : ''}
        </p>
      </div>
      <p className="text-sm">
        <PrivacyLink />
      </p>
    </form>
  )
}
