import { BellRing } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CONFIRM_TTL_S, type SubscriptionTopic } from '#shared/domain/subscriptions.ts'
import { looksLikeEmail } from '#shared/domain/text/looks-like-email.ts'
import { DAY_S } from '#shared/domain/units.ts'
import { useLanguage } from '../../i18n/use-format.ts'
import { Button } from '../button/button.tsx'
import { problemText } from '../call/form-problems.ts'
import { useCall } from '../call/use-call.ts'
import { Notice } from '../feedback/notice.tsx'
import { EmailField } from '../field/text-field.tsx'
import { PrivacyLink } from '../layout/privacy-link.tsx'

export interface NotifyMeProps {
  readonly topic: SubscriptionTopic
  /** Words of the button and of the hint where the page has better ones. */
  readonly submitLabel?: string
  readonly hint?: string
}

/**
 * The contract and the proof of work are loaded when a user submits, not with the page that shows
 * the box.
 */
async function subscribe(
  email: string,
  topic: SubscriptionTopic,
  language: 'en' | 'ar' | 'fr',
): Promise<void> {
  const [{ createSubscription }, { askWithProof }] = await Promise.all([
    import('#shared/contract/subscriptions.ts'),
    import('../../platform/calls/ask-with-proof.ts'),
  ])
  await askWithProof(createSubscription, {
    headers: {},
    body: { email: email.trim(), topic, language },
  })
}

/**
 * An e-mail box to subscribe. The response is the same for a subscribed address; the link in the
 * mail confirms the subscription.
 */
export function NotifyMe({ topic, submitLabel, hint }: NotifyMeProps) {
  const { t } = useTranslation(['subscriptions', 'problems'])
  const language = useLanguage()
  const field = useId()
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()
  const ask = useCall(
    () => subscribe(email, topic, language),
    (failure) => {
      const faulty = failure.problem?.fields.some(({ path }) => path === 'body.email') === true
      if (faulty) setError(t('notify.emailInvalid'))
      return faulty ? undefined : problemText(t, failure)
    },
  )

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (ask.busy) return
    if (!looksLikeEmail(email)) {
      setError(t(email.trim() === '' ? 'notify.emailRequired' : 'notify.emailInvalid'))
      document.getElementById(field)?.focus()
      return
    }
    setError(undefined)
    void ask.run()
  }

  if (ask.done !== undefined)
    return (
      <Notice tone="success" title={t('notify.sentTitle')}>
        <p>{t('notify.sentText', { count: CONFIRM_TTL_S / DAY_S })}</p>
      </Notice>
    )
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <EmailField
        id={field}
        className="max-w-md"
        label={t('notify.email')}
        hint={hint ?? t('notify.hint')}
        error={error}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <Button
        type="submit"
        busy={ask.busy}
        icon={<BellRing aria-hidden="true" size={19} />}
        className="w-full sm:w-auto sm:justify-self-start"
      >
        {submitLabel ?? t('notify.submit')}
      </Button>
      {ask.notice !== undefined && error === undefined && (
        <Notice tone="danger">{ask.notice}</Notice>
      )}
      <p className="text-sm">
        <PrivacyLink />
      </p>
    </form>
  )
}
