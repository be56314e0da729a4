import { useTranslation } from 'react-i18next'
import { useSession } from '../../platform/session/session.ts'
import { LinkButton } from '../../ui/button/button.tsx'
import { useHasRoute } from '../../ui/known-routes.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { MailSection } from './mail-section.tsx'
import { Monitor, Moon, Sun } from 'lucide-react'
import { ChoiceCards } from '../../ui/field/choice-cards.tsx'
import { setTheme, THEMES, useTheme } from '../../ui/theme.ts'
import { useState } from 'react'
import { updateMember } from '#shared/contract/users.ts'
import { type Language, LANGUAGES } from '#shared/domain/languages.ts'
import { changeLanguage, LANGUAGE_NAMES } from '../../i18n/i18n.ts'
import { useLanguage } from '../../i18n/use-format.ts'
import { ask } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Link } from 'react-router-dom'
import type { ReturnState } from '../../platform/session/return-path.ts'
import { useCall } from '../../ui/form/use-call.ts'

const BACK_HERE: ReturnState = { returnTo: '/settings' }

function SignedOutSection() {
  const { t } = useTranslation('settings')
  const hasRoute = useHasRoute()
  return (
    <Section
      title={t('signedOut.title')}
      lead={t('signedOut.text')}
      actions={
        <LinkButton to="/login" state={BACK_HERE}>
          {t('signedOut.link')}
        </LinkButton>
      }
    >
      {hasRoute('/newsletter') && (
        <Link
          to="/newsletter"
          className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
        >
          {t('signedOut.newsletter')}
        </Link>
      )}
    </Section>
  )
}

/** @param cardId of the signed-in person, whose mails follow the choice */
function LanguageSection({ cardId }: { readonly cardId: string | undefined }) {
  const { t } = useTranslation('settings')
  const language = useLanguage()
  const tell = useCall(
    async (id: string, next: Language) => {
      await ask(updateMember, { params: { id }, body: { language: next } })
      await queryClient.invalidateQueries({ queryKey: ['account', 'me', id] })
    },
    () => toast.error(t('language.failed')),
  )
  // The words of a language may still have to be fetched; the choice is shown at once.
  const [chosen, setChosen] = useState<Language>()
  const choose = (next: Language): void => {
    setChosen(next)
    void changeLanguage(next).finally(() => setChosen(undefined))
    if (cardId !== undefined) void tell.run(cardId, next)
  }
  return (
    <Section
      title={t('language.title')}
      lead={cardId === undefined ? undefined : t('language.member')}
    >
      <ChoiceCards
        legend={<span className="sr-only">{t('language.legend')}</span>}
        options={LANGUAGES.map((code) => ({
          value: code,
          label: <span lang={code}>{LANGUAGE_NAMES[code]}</span>,
        }))}
        value={chosen ?? language}
        onChange={choose}
        columns={3}
      />
    </Section>
  )
}

const ICONS = { light: Sun, dark: Moon, system: Monitor } as const

function AppearanceSection() {
  const { t } = useTranslation('settings')
  const theme = useTheme()
  return (
    <Section title={t('theme.title')}>
      <ChoiceCards
        legend={<span className="sr-only">{t('theme.legend')}</span>}
        options={THEMES.map((value) => {
          const Icon = ICONS[value]
          return {
            value,
            label: t(`theme.${value}`),
            icon: <Icon size={22} />,
            ...(value === 'system' && { hint: t('theme.systemHint') }),
          }
        })}
        value={theme}
        onChange={setTheme}
        columns={3}
      />
    </Section>
  )
}

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
