import { useTranslation } from 'react-i18next'
import { confirmSubscription, endSubscription } from '#shared/contract/subscriptions.ts'
import { CONFIRM_TTL_S, type SubscriptionTopic } from '#shared/domain/subscriptions.ts'
import { ask } from '../../platform/calls/api.ts'
import { Button, LinkButton } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { NotifyMe } from '../../ui/form/notify-me.tsx'
import { Page } from '../../ui/layout/page.tsx'
import type { MailLink } from './read-link.ts'
import { useCall } from '../../ui/form/use-call.ts'

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
  const call = useCall(() => follow(link))
  const unknown = call.failure?.problem?.code === 'not-found'
  const open = call.done === undefined && !unknown
  return (
    <Page title={t(`${link.use}.title`)} lead={open ? t(`${link.use}.lead`) : undefined}>
      {open && (
        <div className="grid justify-items-start gap-4">
          {call.notice !== undefined && (
            <Notice tone="danger" title={t('failed')}>
              <p>{call.notice}</p>
            </Notice>
          )}
          <Button size="lg" busy={call.busy} onClick={() => void call.run()}>
            {t(`${link.use}.submit`)}
          </Button>
        </div>
      )}
      {call.done !== undefined && <Followed link={link} answer={call.done.value} />}
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
