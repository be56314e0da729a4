import { useEffect, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { sendObjection } from '#shared/contract/claims.ts'
import { OBJECTION_KINDS, type ObjectionKind, REPLY_MAX } from '#shared/domain/claim-objection.ts'
import { CLEAN } from '#shared/domain/text/clean-text.ts'
import { askWithProof } from '../../platform/calls/ask-with-proof.ts'
import { useFormProblems } from '../../ui/call/form-problems.ts'
import { useCall } from '../../ui/call/use-call.ts'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { SelectField } from '../../ui/field/text-field.tsx'
import { FormFaults } from '../../ui/form/form-faults.tsx'
import { useFaultSummary } from '../../ui/form/use-fault-summary.ts'
import type { ContactFormProps } from './contact-form.tsx'
import { SenderFields } from './sender-fields.tsx'
import { SenderForm } from './sender-form.tsx'
import type { KnownSender } from './use-sender.ts'

interface Fields extends KnownSender {
  readonly kind: ObjectionKind | ''
  readonly message: string
  readonly named: boolean
  readonly goodFaith: boolean
}
const EMPTY: Fields = {
  kind: '',
  message: '',
  named: false,
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  goodFaith: false,
}
// In the order of the page. as: the keys of this very object
const FIELD_NAMES = Object.keys(EMPTY) as (keyof Fields)[]

/** What somebody sends who finds something wrong with a report (ADR 0086). */
export function ObjectionForm({
  reportId,
  sender,
  onSent,
}: ContactFormProps & { readonly reportId: number }) {
  const { t, i18n } = useTranslation(['contact', 'problems'])
  const [solving, setSolving] = useState(false)
  const [summary, toFaults] = useFaultSummary()
  const form = useForm<Fields>({ defaultValues: EMPTY, shouldFocusError: false })
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
  }, toFaults)
  const labels = {
    kind: t('objection.kind'),
    message: t(isReply ? 'objection.reply' : 'objection.reason'),
    named: t('objection.named'),
    firstName: t('form.firstName'),
    lastName: t('form.lastName'),
    email: t('form.email'),
    phoneNumber: t('objection.phone'),
    goodFaith: t('objection.goodFaith'),
  } as const satisfies Record<keyof Fields, string>
  return (
    <SenderForm
      id="objection-form"
      title={t('objection.formTitle')}
      send={send}
      solving={solving}
      submitLabel={t('objection.submit')}
      onSubmit={submit}
    >
      <FormProvider {...form}>
        <FormFaults<Fields> ref={summary} fields={FIELD_NAMES} labelOf={(name) => labels[name]} />
      </FormProvider>
      <SelectField
        {...register('kind', {
          validate: { missing: (value) => value !== '' || t('objection.kindMissing') },
        })}
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
          validate: {
            missing: (value) => value.trim() !== '' || t('errors.required.message'),
            long: (value) => value.trim().length <= REPLY_MAX || t('errors.long'),
          },
        })}
        label={labels.message}
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
          validate: { missing: (value) => value || t('objection.goodFaithMissing') },
        })}
        label={t('objection.goodFaith')}
        error={errors.goodFaith?.message}
      />
    </SenderForm>
  )
}
