import { RotateCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CODE_LENGTH } from '#shared/domain/access/code-rules.ts'
import { CallFailure } from '../../platform/calls/api.ts'
import { announce } from '../../ui/feedback/announcer.tsx'
import { Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { CodeField } from '../../ui/field/code-field.tsx'
import { asClock, useCountdown } from '../../ui/feedback/countdown.ts'
import { problemText } from '../../ui/form/form-problems.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { CodeRefusal, Reset } from './use-reset.ts'

type Trouble = { readonly title: string; readonly text: string }

export function CodeStep({ reset }: { readonly reset: Reset }) {
  const { t } = useTranslation(['resetPassword', 'problems'])
  const { form, sent, send, verify, isVerified } = reset
  const { control } = form
  const code = useWatch({ control, name: 'code' })
  const [fault, setFault] = useState<CodeRefusal>()
  const [trouble, setTrouble] = useState<Trouble>()
  const [busy, setBusy] = useState<'check' | 'resend'>()
  const left = useCountdown(sent?.endsAt)
  const verified = isVerified(code)
  const over = left === 0 && !verified
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  useEffect(() => {
    if (over) announce(t('verification.over'))
  }, [over, t])

  async function work(
    kind: 'check' | 'resend',
    title: string,
    task: () => Promise<void>,
  ): Promise<void> {
    if (busy !== undefined) return
    setBusy(kind)
    setFault(undefined)
    setTrouble(undefined)
    try {
      await task()
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      setTrouble({ title, text: problemText(t, error) })
    } finally {
      setBusy(undefined)
    }
  }
  const check = (): Promise<void> =>
    work('check', t('errors.verifyFailed'), async () => setFault(await verify(code)))
  const resend = (): Promise<void> =>
    work('resend', t('errors.sendFailed'), async () => {
      const refused = await send(sent?.address ?? '', { again: true })
      if (refused !== undefined)
        setTrouble({
          title: t('errors.sendFailed'),
          text: refused.message || t('problems:server-error'),
        })
      else announce(t('verification.resent'))
    })

  const faultText =
    typeof fault === 'string'
      ? t(`verification.faults.${fault}`)
      : fault && (fault.message || t('errors.codeFailed'))

  return (
    <form
      ref={box}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (code.length === CODE_LENGTH) void check()
      }}
      className="grid gap-5"
    >
      <p className="text-muted">
        {t('verification.lead')}
        <span className="block font-semibold text-ink">
          <Ltr>{sent?.address}</Ltr>
        </span>
      </p>
      <Controller
        control={control}
        name="code"
        render={({ field }) => (
          <CodeField
            label={t('verification.label')}
            value={field.value}
            onChange={(next) => {
              setFault(undefined)
              field.onChange(next)
            }}
            error={faultText}
            busy={busy === 'check'}
          />
        )}
      />
      {trouble !== undefined && (
        <Notice tone="danger" title={trouble.title}>
          {trouble.text}
        </Notice>
      )}
      <Button
        type="submit"
        size="lg"
        disabled={code.length !== CODE_LENGTH}
        busy={busy === 'check'}
      >
        {t(
          busy === 'check'
            ? 'verification.checking'
            : verified
              ? 'verification.continue'
              : 'verification.check',
        )}
      </Button>
      {!verified && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-4">
          {/* The number runs on silently; that the time is over is announced once. */}
          <p className="text-sm text-muted">
            {over ? (
              t('verification.over')
            ) : (
              <>
                {t('verification.left')}{' '}
                <Ltr className="font-semibold text-ink tabular-nums">{asClock(left)}</Ltr>
              </>
            )}
          </p>
          <Button
            variant="secondary"
            disabled={!over}
            busy={busy === 'resend'}
            icon={<RotateCw aria-hidden="true" size={18} />}
            onClick={() => void resend()}
          >
            {t('verification.resend')}
          </Button>
          <p className="basis-full text-sm text-muted">{t('verification.help')}</p>
        </div>
      )}
    </form>
  )
}
