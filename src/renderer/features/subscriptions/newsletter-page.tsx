import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { confirmSubscription, endSubscription } from '#shared/contract/subscriptions.ts'
import { CONFIRM_TTL_S, type SubscriptionTopic } from '#shared/domain/subscriptions.ts'
import { DAY_S } from '#shared/domain/units.ts'
import { ask } from '../../platform/calls/api.ts'
import { useSession } from '../../platform/session/session.ts'
import { LinkButton, Button } from '../../ui/button/button.tsx'
import { useCall } from '../../ui/call/use-call.ts'
import { Tray } from '../../ui/dialog/tray.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { NotifyMe } from '../../ui/form/notify-me.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Section } from '../../ui/layout/section.tsx'

interface MailLink {
  readonly use: 'confirm' | 'end'
  readonly token: string
}

const LINK = /^#(confirm|end)=(.*)$/
/** Anything else was cut off on its way through a mail program. */
const TOKEN = /^[\w-]{40,300}$/

/** What a link of our mails asks for; undefined for any other address. */
function readLink(hash: string): MailLink | undefined {
  const [, use, token] = LINK.exec(hash) ?? []
  return (use === 'confirm' || use === 'end') && token !== undefined ? { use, token } : undefined
}

interface LinkReply {
  readonly topic: SubscriptionTopic
  /** The link was used before; nothing has changed. */
  readonly already: boolean
}

async function follow({ use, token }: MailLink): Promise<LinkReply> {
  const { topic, state } = await ask(use === 'confirm' ? confirmSubscription : endSubscription, {
    body: { token },
  })
  return { topic, already: state === 'already' }
}

/**
 * A link asks for a press: programs that look into mails for viruses open every link, and must neither subscribe
 * people nor unsubscribe them.
 */
function UseLink({ link }: { readonly link: MailLink }) {
  const { t } = useTranslation(['subscriptions', 'problems'])
  const call = useCall(() => follow(link))
  const unknown = !TOKEN.test(link.token) || call.failure?.problem?.code === 'not-found'
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
      {call.done !== undefined && <Followed link={link} reply={call.done.value} />}
      {unknown && (link.use === 'confirm' ? <ExpiredConfirmation /> : <UnknownEnd />)}
    </Page>
  )
}

function Followed({
  link: { use },
  reply: { topic, already },
}: {
  readonly link: MailLink
  readonly reply: LinkReply
}) {
  const { t } = useTranslation(['subscriptions', 'common'])
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
      <div>
        <LinkButton to="/" variant="secondary">
          {t('common:backHome')}
        </LinkButton>
      </div>
    </div>
  )
}

function ExpiredConfirmation() {
  const { t } = useTranslation('subscriptions')
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
  const { t } = useTranslation('subscriptions')
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

const PROMISES = ['one', 'two', 'three'] as const

/** Subscribing, and where the links of the mails lead: the token stands behind `#`, which no server ever sees. */
export function NewsletterPage() {
  const { hash } = useLocation()
  const link = readLink(hash)
  // One link after the other in one window: each resets the state.
  return link === undefined ? <Subscribe /> : <UseLink key={hash} link={link} />
}

function Subscribe() {
  const { t } = useTranslation('subscriptions')
  const session = useSession()
  return (
    <Page title={t('title')} lead={t('lead')}>
      <div className="grid gap-6">
        <div className="relative overflow-hidden rounded-lg border border-line bg-surface p-4 shadow-card sm:p-6 md:pe-48">
          <NotifyMe topic="newsletter" submitLabel={t('notify.subscribe')} />
          <Tray className="absolute -end-16 -bottom-16 hidden size-56 md:block" />
        </div>
        <Section title={t('promise.title')}>
          <ol className="grid list-decimal gap-2 ps-5 marker:font-semibold marker:text-brand">
            {PROMISES.map((promise) => (
              <li key={promise}>{t(`promise.${promise}`)}</li>
            ))}
          </ol>
        </Section>
        {session.state === 'authenticated' && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-muted">{t('members')}</p>
            <LinkButton to="/settings" variant="secondary">
              {t('settings')}
            </LinkButton>
          </div>
        )}
      </div>
    </Page>
  )
}
