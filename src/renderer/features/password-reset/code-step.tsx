import { useEffect, useRef } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CODE_LENGTH } from '#shared/domain/access/code-rules.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { announce } from '../../ui/feedback/announcer.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CodeField } from '../../ui/field/code-field.tsx'
import { CodeTimer, CodeTrouble, useCodeForm } from '../../ui/form/code-by-mail.tsx'
import type { CodeRefusal, Reset } from './use-reset.ts'

function useRefusalText() {
  const { t } = useTranslation('passwordReset')
  return (refusal: CodeRefusal | undefined): string | undefined =>
    typeof refusal === 'string'
      ? t(`verification.faults.${refusal}`)
      : refusal && (refusal.message || t('errors.codeFailed'))
}

/** Of the link in a mail to staff. Nothing happens before the button is pressed: mail scanners open links. */
export function LinkStep({ reset: { link, verify, restart } }: { readonly reset: Reset }) {
  const { t } = useTranslation('passwordReset')
  const textOf = useRefusalText()
  const { fault, setFault, trouble, busy, work } = useCodeForm()
  const code = link?.code ?? ''
  const check = (): Promise<void> =>
    work('check', t('errors.verifyFailed'), async () => {
      // The link holds the code of one mail: whatever is wrong with it, a new mail is the remedy.
      const refused = await verify(code)
      setFault(refused === 'invalid' || refused === 'expired' ? t('link.over') : textOf(refused))
    })
  const isOver = code === '' || fault !== undefined
  return (
    <div className="grid gap-5">
      {isOver ? (
        <Notice tone="warning" title={t(code === '' ? 'link.broken' : 'link.cannot')}>
          {code === '' ? t('link.brokenText') : fault}
        </Notice>
      ) : (
        <p className="text-muted">
          {t('link.lead')}
          <span className="block font-semibold text-ink">
            <Ltr>{link?.address}</Ltr>
          </span>
        </p>
      )}
      <CodeTrouble trouble={trouble} />
      {isOver ? (
        <Button size="lg" onClick={restart}>
          {t('newPassword.restart')}
        </Button>
      ) : (
        <Button size="lg" busy={busy === 'check'} onClick={() => void check()}>
          {t('verification.continue')}
        </Button>
      )}
    </div>
  )
}

export function CodeStep({ reset }: { readonly reset: Reset }) {
  const { t } = useTranslation(['passwordReset', 'problems', 'ui'])
  const { form, sent, send, verify, isVerified } = reset
  const { control } = form
  const code = useWatch({ control, name: 'code' })
  const { fault, setFault, trouble, setTrouble, busy, work } = useCodeForm()
  const verified = isVerified(code)
  const textOf = useRefusalText()
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])

  const check = (): Promise<void> =>
    work('check', t('errors.verifyFailed'), async () => setFault(textOf(await verify(code))))
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
  return (
    <form
      ref={box}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (code.length === CODE_LENGTH) void check()
        else setFault(t('ui:code.missing'))
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
            error={fault}
            busy={busy === 'check'}
          />
        )}
      />
      <CodeTrouble trouble={trouble} />
      <Button type="submit" size="lg" busy={busy === 'check'}>
        {t(
          busy === 'check'
            ? 'verification.checking'
            : verified
              ? 'verification.continue'
              : 'verification.check',
        )}
      </Button>
      {!verified && (
        <>
          <CodeTimer
            endsAt={sent?.endsAt}
            texts={{
              left: t('verification.left'),
              over: t('verification.over'),
              resend: t('verification.resend'),
            }}
            busy={busy === 'resend'}
            onResend={() => void resend()}
          />
          <p className="text-sm text-muted">{t('verification.help')}</p>
        </>
      )}
    </form>
  )
}
