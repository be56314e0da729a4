import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/button.tsx'
import { useCall } from '../../ui/call/use-call.ts'
import { announce } from '../../ui/feedback/announcer.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { EmailField } from '../../ui/field/text-field.tsx'
import { PhoneLater } from '../../ui/form/phone-later.tsx'
import { EntryCard } from '../../ui/layout/entry-card.tsx'
import { Steps } from '../../ui/layout/steps.tsx'
import { CodeStep, LinkStep } from './code-step.tsx'
import { readAddress } from './identifier.ts'
import { PasswordStep } from './password-step.tsx'
import { RESET_STEPS, useReset, type Reset } from './use-reset.ts'

function IdentifierStep({ reset: { form, send } }: { readonly reset: Reset }) {
  const { t } = useTranslation(['passwordReset', 'auth', 'problems'])
  const [refusal, setRefusal] = useState<string>()
  const { register, handleSubmit, formState } = form

  const { run, notice } = useCall(async (address: string) => {
    setRefusal(undefined)
    const refused = await send(address)
    if (refused !== undefined) setRefusal(refused.message || t('problems:server-error'))
  })
  const submit = handleSubmit(async ({ identifier }) => {
    const reading = readAddress(identifier)
    if (reading.ok) await run(reading.address)
  })
  const failure = refusal ?? notice

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <p className="text-muted">{t('identifier.lead')}</p>
      <EmailField
        {...register('identifier', {
          validate: (value) => {
            const reading = readAddress(value)
            return reading.ok || t(`identifier.errors.${reading.fault}`)
          },
        })}
        label={t('auth:identifier')}
        error={formState.errors.identifier?.message}
        autoComplete="username"
      />
      {failure !== undefined && (
        <Notice tone="danger" title={t('errors.sendFailed')}>
          {failure}
        </Notice>
      )}
      <Button type="submit" size="lg" busy={formState.isSubmitting}>
        {t(formState.isSubmitting ? 'identifier.sending' : 'identifier.send')}
      </Button>
      <PhoneLater />
    </form>
  )
}

const STEP = {
  identifier: IdentifierStep,
  verification: CodeStep,
  newPassword: PasswordStep,
} as const

export function ResetPasswordPage() {
  const { t } = useTranslation(['passwordReset', 'auth'])
  const reset = useReset()
  const { step } = reset
  const Step = step === 'verification' && reset.link !== undefined ? LinkStep : STEP[step]
  const position = RESET_STEPS.indexOf(step)

  // Each step moves the focus to its first field; this announces the step.
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    announce(
      t('position', { number: position + 1, total: RESET_STEPS.length, name: t(`steps.${step}`) }),
    )
  }, [step, position, t])

  return (
    <EntryCard title={t('title')} after={t('auth:privacy')}>
      <Steps steps={RESET_STEPS.map((name) => t(`steps.${name}`))} current={position} />
      <Step reset={reset} />
      {step !== 'identifier' && Step !== LinkStep && (
        <div className="-mt-2">
          <Button
            variant="quiet"
            className="-ms-4"
            icon={<ArrowLeft aria-hidden="true" size={18} className="mirror" />}
            onClick={reset.back}
          >
            {t('back')}
          </Button>
        </div>
      )}
    </EntryCard>
  )
}
