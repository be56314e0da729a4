import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { EntryCard } from '../../ui/entry-card.tsx'
import { Steps } from '../../ui/steps.tsx'
import { CodeStep } from './code-step.tsx'
import { IdentifierStep } from './identifier-step.tsx'
import { PasswordStep } from './password-step.tsx'
import { RESET_STEPS, useReset } from './use-reset.ts'

const STEP = {
  identifier: IdentifierStep,
  verification: CodeStep,
  newPassword: PasswordStep,
} as const

export function ResetPasswordPage() {
  const { t } = useTranslation(['resetPassword', 'auth'])
  const reset = useReset()
  const { step } = reset
  const Step = STEP[step]
  const position = RESET_STEPS.indexOf(step)

  // Each step moves the focus to its first field by itself; this says where one has come.
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
      {step !== 'identifier' && (
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
