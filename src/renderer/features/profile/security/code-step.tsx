import { RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { verifyEmailCode } from '#shared/contract/email-code.ts'
import { CODE_LENGTH } from '#shared/domain/access/code-rules.ts'
import { ask, CallFailure } from '../../../platform/calls/api.ts'
import { Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { CodeField } from '../../../ui/field/code-field.tsx'
import { asClock, useCountdown } from '../../../ui/feedback/countdown.ts'
import { problemText } from '../../../ui/form/form-problems.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
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
  const { t } = useTranslation(['profile', 'problems'])
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const [notice, setNotice] = useState<{ readonly title?: string; readonly text: string }>()
  const [busy, setBusy] = useState<'check' | 'resend'>()
  const left = useCountdown(endsAt)
  const form = useFirstField()

  const work = async (kind: 'check' | 'resend', task: () => Promise<void>): Promise<void> => {
    if (busy !== undefined) return
    setBusy(kind)
    setFault(undefined)
    setNotice(undefined)
    try {
      await task()
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      setNotice({
        ...(kind === 'check' && { title: t('errors.verificationFailed') }),
        text: problemText(t, error),
      })
    } finally {
      setBusy(undefined)
    }
  }
  const check = (given: string): Promise<void> => {
    if (verified) return work('check', onVerified)
    if (given.length !== CODE_LENGTH) {
      setFault(t('validation.codeInvalid'))
      return Promise.resolve()
    }
    return work('check', async () => {
      const answer = await ask(verifyEmailCode, { body: { email: address, code: given } })
      if (answer.verified) return onVerified()
      const title = t('errors.verificationFailed')
      if (answer.reason === 'expired') setNotice({ title, text: t('code.expired') })
      else if (answer.reason === 'too-many-tries')
        setNotice({ title, text: t('code.tooManyTries') })
      else setFault(t('code.wrong'))
    })
  }
  const resend = (): Promise<void> =>
    work('resend', async () => {
      await onResend()
      setCode('')
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
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {/* A timer that is read out each second would drown everything else. */}
        <p className="text-sm text-muted">
          {left > 0 ? (
            <>
              {t('code.validFor')}{' '}
              <Ltr className="font-semibold tabular-nums text-ink">{asClock(left)}</Ltr>
            </>
          ) : (
            t('code.over')
          )}
        </p>
        <Button
          variant="quiet"
          icon={<RotateCw aria-hidden="true" size={18} />}
          disabled={left > 0}
          busy={busy === 'resend'}
          onClick={() => void resend()}
        >
          {t('code.resend')}
        </Button>
      </div>
      {notice === undefined ? (
        failure
      ) : (
        <Notice tone="danger" {...(notice.title !== undefined && { title: notice.title })}>
          {notice.text}
        </Notice>
      )}
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
