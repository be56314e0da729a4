import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirmSubscription, endSubscription } from '#shared/contract/subscriptions.ts'
import { CONFIRM_TTL_S, type SubscriptionTopic } from '#shared/domain/subscriptions.ts'
import { ask } from '../../platform/api.ts'
import { CallFailure } from '../../platform/call-failure.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { problemText } from '../../ui/form-problems.ts'
import { Notice } from '../../ui/notice.tsx'
import { NotifyMe } from '../../ui/notify-me.tsx'
import { Page } from '../../ui/page.tsx'
import type { MailLink } from './read-link.ts'

const DAY_S = 24 * 60 * 60

interface Answer {
  readonly topic: SubscriptionTopic
  /** The link was used before; nothing has changed. */
  readonly already: boolean
}

async function follow({ use, token }: MailLink): Promise<Answer> {
  const { topic, state } = await ask(use === 'confirm' ? confirmSubscription : endSubscription, {
    body: { token },
  })
  return { topic, already: state === 'already' }
}

/**
 * A link asks for a press: programs that look into mails for viruses open every link, and must neither subscribe
 * people nor unsubscribe them.
 */
export function UseLink({ link }: { readonly link: MailLink }) {
  const { t } = useTranslation(['newsletter', 'problems'])
  const call = useMutation({ mutationFn: () => follow(link) })
  const failure = call.error instanceof CallFailure ? call.error : undefined
  const unknown = failure?.problem?.code === 'not-found'
  const open = !call.isSuccess && !unknown
  return (
    <Page title={t(`${link.use}.title`)} lead={open ? t(`${link.use}.lead`) : undefined}>
      {open && (
        <div className="grid justify-items-start gap-4">
          {call.isError && (
            <Notice tone="danger" title={t('failed')}>
              <p>{failure === undefined ? t('problems:unreadable') : problemText(t, failure)}</p>
            </Notice>
          )}
          <Button size="lg" busy={call.isPending} onClick={() => call.mutate()}>
            {t(`${link.use}.submit`)}
          </Button>
        </div>
      )}
      {call.isSuccess && <Followed link={link} answer={call.data} />}
      {unknown && (link.use === 'confirm' ? <ExpiredConfirmation /> : <UnknownEnd />)}
    </Page>
  )
}

function Followed({
  link: { use },
  answer: { topic, already },
}: {
  readonly link: MailLink
  readonly answer: Answer
}) {
  const { t } = useTranslation('newsletter')
  return (
    <div className="grid gap-8">
      <Notice tone={already ? 'info' : 'success'}>
        <p className="font-semibold">
          {t(already ? `${use}.already` : `${use}.done`, { topic: t(`topics.${topic}`) })}
        </p>
      </Notice>
      {use === 'end' && (
        <div className="grid gap-3">
          <p className="text-muted">{t('end.regret')}</p>
          <NotifyMe topic={topic} submitLabel={t('notify.subscribe')} />
        </div>
      )}
    </div>
  )
}

function ExpiredConfirmation() {
  const { t } = useTranslation('newsletter')
  return (
    <div className="grid gap-6">
      <Notice tone="warning" title={t('confirm.expired')}>
        <p>{t('confirm.expiredText', { count: CONFIRM_TTL_S / DAY_S })}</p>
      </Notice>
      <NotifyMe topic="newsletter" submitLabel={t('notify.subscribe')} />
    </div>
  )
}

function UnknownEnd() {
  const { t } = useTranslation('newsletter')
  return (
    <Notice
      tone="warning"
      title={t('end.expired')}
      action={
        <LinkButton to="/contact" variant="secondary">
          {t('end.contact')}
        </LinkButton>
      }
    >
      <p>{t('end.expiredText')}</p>
    </Notice>
  )
}
