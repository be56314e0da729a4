import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { verifyEmailCode } from '#shared/contract/email-code.ts'
import { CODE_LENGTH } from '#shared/domain/access/code-rules.ts'
import { ask } from '../../../platform/calls/api.ts'
import { Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { CodeField } from '../../../ui/field/code-field.tsx'
import { CodeTimer, CodeTrouble, useCodeForm } from '../../../ui/form/code-by-mail.tsx'
import { useFirstField } from './use-first-field.ts'

interface CodeStepProps {
  /** Where the code went. */
  readonly address: string
  readonly endsAt: number
  readonly onResend: () => Promise<void>
  /** The code was right before, but what follows it failed: it is not asked for again. */
  readonly verified: boolean
  readonly onVerified: () => Promise<void>
  /** Another address or number. */
  readonly onBack: () => void
  /** What happened after the code was right. */
  readonly failure: ReactNode
}

export function CodeStep({
  address,
  endsAt,
  onResend,
  verified,
  onVerified,
  onBack,
  failure,
}: CodeStepProps) {
  const { t } = useTranslation('profile')
  const [code, setCode] = useState('')
  /** The code works no longer, and a new one can be sent at once. */
  const [spent, setSpent] = useState(false)
  const { fault, setFault, trouble, setTrouble, busy, work } = useCodeForm()
  const form = useFirstField()
  const failed = t('errors.verificationFailed')

  const check = (given: string): Promise<void> => {
    if (verified) return work('check', failed, onVerified)
    if (given.length !== CODE_LENGTH) {
      setFault(t('validation.codeInvalid'))
      return Promise.resolve()
    }
    return work('check', failed, async () => {
      const answer = await ask(verifyEmailCode, {
        body: { email: address, code: given, carriesTicket: true },
      })
      if (answer.verified) return onVerified()
      setSpent(answer.reason === 'expired' || answer.reason === 'too-many-tries')
      if (answer.reason === 'expired') setTrouble({ title: failed, text: t('code.expired') })
      else if (answer.reason === 'too-many-tries')
        setTrouble({ title: failed, text: t('code.tooManyTries') })
      else setFault(t('code.wrong'))
    })
  }
  const resend = (): Promise<void> =>
    work('resend', undefined, async () => {
      await onResend()
      setCode('')
      setSpent(false)
    })

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void check(code)
      }}
      className="grid gap-5"
    >
      <p>
        {t('code.sentTo')} <Ltr className="font-semibold wrap-anywhere">{address}</Ltr>
      </p>
      <CodeField
        label={t('code.label')}
        value={code}
        error={fault}
        onChange={(next) => {
          setCode(next)
          setFault(undefined)
        }}
        onComplete={(full) => void check(full)}
        busy={busy === 'check'}
      />
      <CodeTimer
        endsAt={spent ? undefined : endsAt}
        texts={{ left: t('code.validFor'), over: t('code.over'), resend: t('code.resend') }}
        busy={busy === 'resend'}
        onResend={() => void resend()}
      />
      {trouble === undefined ? failure : <CodeTrouble trouble={trouble} />}
      <div className="flex flex-wrap justify-end gap-2 max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onBack}>
          {t('code.back')}
        </Button>
        <Button type="submit" busy={busy === 'check'}>
          {t('code.submit')}
        </Button>
      </div>
    </form>
  )
}
