import { useTranslation } from 'react-i18next'
import { useSession } from '../../platform/session.ts'
import { LinkButton } from '../../ui/button.tsx'
import { useHasRoute } from '../../ui/known-routes.ts'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { LanguageSection } from './language-section.tsx'
import { MailSection } from './mail-section.tsx'
import { SignedOutSection } from './signed-out-section.tsx'

export function SettingsPage() {
  const { t } = useTranslation('settings')
  const session = useSession()
  const hasRoute = useHasRoute()
  const cardId = session.state === 'authenticated' ? session.user.cardId : undefined
  return (
    <Page title={t('title')} lead={t('lead')}>
      <div className="grid gap-6">
        <LanguageSection cardId={cardId} />
        <AppearanceSection />
        {cardId !== undefined && <MailSection key={cardId} cardId={cardId} />}
        {session.state === 'unauthenticated' && <SignedOutSection />}
        {hasRoute('/desktop-settings') && (
          <Section
            title={t('computer.title')}
            actions={
              <LinkButton to="/desktop-settings" variant="secondary">
                {t('computer.link')}
              </LinkButton>
            }
          >
            <p className="max-w-2xl text-muted">{t('computer.text')}</p>
          </Section>
        )}
        {cardId !== undefined && hasRoute('/profile') && (
          <Section
            title={t('account.title')}
            actions={
              <LinkButton to="/profile" variant="secondary">
                {t('account.link')}
              </LinkButton>
            }
          >
            <p className="max-w-2xl text-muted">{t('account.text')}</p>
          </Section>
        )}
      </div>
    </Page>
  )
}
