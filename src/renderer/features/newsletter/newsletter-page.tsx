import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { useSession } from '../../platform/session/session.ts'
import { LinkButton } from '../../ui/button/button.tsx'
import { NotifyMe } from '../../ui/form/notify-me.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Tray } from '../../ui/dialog/tray.tsx'
import { readLink } from './read-link.ts'
import { UseLink } from './use-link.tsx'

const PROMISES = ['one', 'two', 'three'] as const

/** Subscribing, and where the links of the mails lead: the token stands behind `#`, which no server ever sees. */
export function NewsletterPage() {
  const { hash } = useLocation()
  const link = readLink(hash)
  // One link after the other in one window: each resets the state.
  return link === undefined ? <Subscribe /> : <UseLink key={hash} link={link} />
}

function Subscribe() {
  const { t } = useTranslation('newsletter')
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
