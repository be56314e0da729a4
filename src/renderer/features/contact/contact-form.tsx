import { useEffect, useState } from 'react'
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { sendContactMessage } from '#shared/contract/claims.ts'
import { CLEAN } from '#shared/domain/text/clean-text.ts'
import { askWithProof } from '../../platform/calls/ask-with-proof.ts'
import { useFormProblems } from '../../ui/call/form-problems.ts'
import { useCall } from '../../ui/call/use-call.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { SelectField } from '../../ui/field/text-field.tsx'
import { FormFaults } from '../../ui/form/form-faults.tsx'
import { useFaultSummary } from '../../ui/form/use-fault-summary.ts'
import { useHasRoute } from '../../ui/known-routes.ts'
import { SenderFields } from './sender-fields.tsx'
import { SenderForm } from './sender-form.tsx'
import type { KnownSender } from './use-sender.ts'

/** A sender who writes about a violation may be looking for the reports. */
function ReportHint() {
  const { t } = useTranslation('contact')
  const hasRoute = useHasRoute()
  if (!hasRoute('/reports')) return null
  return (
    <Notice tone="info">
      <p>{t('reportHint')}</p>
      <Link
        to="/reports"
        className="inline-flex font-semibold text-brand underline underline-offset-4 min-h-11 items-center"
      >
        {t('reportLink')}
      </Link>
    </Notice>
  )
}

const SUBJECTS = ['violation', 'information', 'help', 'query', 'urgent'] as const
type Subject = (typeof SUBJECTS)[number]

interface Fields extends KnownSender {
  readonly subject: Subject | ''
  readonly message: string
}
const EMPTY: Fields = {
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  subject: '',
  message: '',
}
const FIELD_NAMES = Object.keys(EMPTY) as (keyof Fields)[] // as: the keys of this very object
const MESSAGE_MAX = 5_000

export interface ContactFormProps {
  readonly sender: KnownSender | undefined
  readonly onSent: (reference: string) => void
}

function MessageFields() {
  const { t } = useTranslation('contact')
  const {
    register,
    control,
    formState: { errors },
  } = useFormContext<Fields>()
  const subject = useWatch({ control, name: 'subject' })
  return (
    <>
      <SelectField
        {...register('subject', {
          validate: { missing: (value) => value !== '' || t('errors.subject') },
        })}
        label={t('form.subject')}
        error={errors.subject?.message}
        options={[
          { value: '', label: t('form.choose') },
          ...SUBJECTS.map((value) => ({ value, label: t(`subjects.${value}`) })),
        ]}
        required
      />
      {subject === 'violation' && <ReportHint />}
      <TextArea
        {...register('message', {
          validate: {
            missing: (value) => value.trim() !== '' || t('errors.required.message'),
            long: (value) => value.trim().length <= MESSAGE_MAX || t('errors.long'),
          },
        })}
        label={t('form.message')}
        error={errors.message?.message}
        rows={7}
        maxChars={MESSAGE_MAX}
        dir="auto"
        required
      />
    </>
  )
}

export function ContactForm({ sender, onSent }: ContactFormProps) {
  const { t, i18n } = useTranslation(['contact', 'problems'])
  const [solving, setSolving] = useState(false)
  const [summary, toFaults] = useFaultSummary()
  const form = useForm<Fields>({ defaultValues: EMPTY, shouldFocusError: false })
  const { handleSubmit, setError, reset } = form
  const show = useFormProblems<Fields>(setError, FIELD_NAMES)

  useEffect(() => {
    // The account loads a moment later: fields that were typed meanwhile stay.
    if (sender !== undefined) reset({ ...EMPTY, ...sender }, { keepDirtyValues: true })
  }, [sender, reset])

  const send = useCall(async ({ subject: about, ...rest }: Fields) => {
    const { reference } = await askWithProof(
      sendContactMessage,
      {
        headers: { 'accept-language': i18n.language },
        body: { ...rest, subject: about as Subject }, // as: validated before
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

  return (
    <SenderForm
      id="contact-form"
      title={t('form.title')}
      lead={sender === undefined ? undefined : t('form.prefilled')}
      send={send}
      solving={solving}
      submitLabel={t('form.submit')}
      onSubmit={submit}
    >
      <FormProvider {...form}>
        <FormFaults<Fields>
          ref={summary}
          fields={FIELD_NAMES}
          labelOf={(name) => t(`form.${name}`)}
        />
        <SenderFields phoneNeeded />
        <MessageFields />
      </FormProvider>
    </SenderForm>
  )
}
