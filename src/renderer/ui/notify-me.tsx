import { useMutation } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CONFIRM_TTL_S, type SubscriptionTopic } from '#shared/domain/subscriptions.ts'
import { useLanguage } from '../i18n/use-format.ts'
import { CallFailure } from '../platform/call-failure.ts'
import { Button } from './button.tsx'
import { problemText } from './form-problems.ts'
import { Notice } from './notice.tsx'
import { TextField } from './text-field.tsx'

export interface NotifyMeProps {
  readonly topic: SubscriptionTopic
  /** Words of the button and of the hint where the page has better ones. */
  readonly submitLabel?: string
  readonly hint?: string
}

const DAY_S = 24 * 60 * 60
const LOOKS_LIKE_EMAIL = /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/

/** The contract and the proof of work come when somebody asks, not with the page that shows the box. */
async function subscribe(
  email: string,
  topic: SubscriptionTopic,
  language: 'en' | 'ar' | 'fr',
): Promise<void> {
  const [{ createSubscription }, { askWithProof }] = await Promise.all([
    import('#shared/contract/subscriptions.ts'),
    import('../platform/ask-with-proof.ts'),
  ])
  await askWithProof(createSubscription, {
    headers: {},
    body: { email: email.trim(), topic, language },
  })
}

/**
 * An e-mail box: "tell me about it". The answer is the same whoever is subscribed already; the link in the mail makes
 * it count.
 */
export function NotifyMe({ topic, submitLabel, hint }: NotifyMeProps) {
  const { t } = useTranslation(['newsletter', 'problems'])
  const language = useLanguage()
  const field = useId()
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()
  const ask = useMutation({ mutationFn: () => subscribe(email, topic, language) })

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (ask.isPending) return
    if (!LOOKS_LIKE_EMAIL.test(email)) {
      setError(t(email.trim() === '' ? 'notify.emailRequired' : 'notify.emailInvalid'))
      document.getElementById(field)?.focus()
      return
    }
    setError(undefined)
    ask.mutate(undefined, {
      onError: (failure) => {
        const faulty =
          failure instanceof CallFailure &&
          failure.problem?.fields.some(({ path }) => path === 'body.email') === true
        if (faulty) setError(t('notify.emailInvalid'))
      },
    })
  }

  if (ask.isSuccess)
    return (
      <Notice tone="success" title={t('notify.sentTitle')}>
        <p>{t('notify.sentText', { count: CONFIRM_TTL_S / DAY_S })}</p>
      </Notice>
    )
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          id={field}
          className="grow basis-64"
          label={t('notify.email')}
          hint={hint ?? t('notify.hint')}
          error={error}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          required
        />
        {/* Stands beside the control, below its label. */}
        <Button
          type="submit"
          busy={ask.isPending}
          icon={<BellRing aria-hidden="true" size={19} />}
          className="w-full sm:mt-8 sm:w-auto"
        >
          {submitLabel ?? t('notify.submit')}
        </Button>
      </div>
      {ask.isError && error === undefined && (
        <Notice tone="danger">
          {ask.error instanceof CallFailure ? problemText(t, ask.error) : t('problems:unreadable')}
        </Notice>
      )}
    </form>
  )
}
