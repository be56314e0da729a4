import { useQuery } from '@tanstack/react-query'
import { Monitor, Moon, Sun, MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { myAccount, type OwnProfile } from '#shared/contract/account.ts'
import { updateMember } from '#shared/contract/users.ts'
import { type Language, LANGUAGES } from '#shared/domain/text/languages.ts'
import { changeLanguage } from '../../i18n/i18n.ts'
import { LANGUAGE_NAMES } from '../../i18n/language-store.ts'
import { useLanguage } from '../../i18n/use-format.ts'
import { agreementsQuery } from '../../platform/calls/agreements-query.ts'
import { ask } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { readQuery } from '../../platform/calls/read-query.ts'
import type { ReturnState } from '../../platform/session/return-path.ts'
import { useSession } from '../../platform/session/session.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { LinkButton } from '../../ui/button/button.tsx'
import { problemText } from '../../ui/call/form-problems.ts'
import { useCall } from '../../ui/call/use-call.ts'
import { announce } from '../../ui/feedback/announcer.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { ChoiceCards } from '../../ui/field/choice-cards.tsx'
import { Switch } from '../../ui/field/switch.tsx'
import { useHasRoute } from '../../ui/known-routes.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { setTheme, THEMES, useTheme } from '../../ui/theme.ts'

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

type Choice = Partial<Pick<OwnProfile, 'notifications' | 'newsletter'>>
const ALWAYS = ['security', 'requests', 'events', 'account'] as const

const accountQuery = (cardId: string) => readQuery(['account', 'me', cardId], myAccount, {})

function MailSection({ cardId }: { readonly cardId: string }) {
  const { t } = useTranslation('settings')
  const query = useQuery(accountQuery(cardId))
  return (
    <Section
      title={t('mails.title')}
      lead={
        query.data && (
          <p>
            {t('mails.lead')} <Ltr className="font-semibold">{query.data.email}</Ltr>
          </p>
        )
      }
    >
      <Loaded
        query={query}
        failure={t('mails.loadFailed')}
        skeleton={<Skeleton className="h-32" />}
      >
        {(account) => <Switches cardId={cardId} account={account} />}
      </Loaded>
      <AlwaysSent />
    </Section>
  )
}

function Switches({
  cardId,
  account: { notifications, newsletter },
}: {
  readonly cardId: string
  readonly account: OwnProfile
}) {
  const { t } = useTranslation(['settings', 'problems'])
  const { queryKey } = accountQuery(cardId)
  const save = useCall(
    async (choice: Choice) => {
      await ask(updateMember, { params: { id: cardId }, body: choice })
      await queryClient.cancelQueries({ queryKey }) // a response from before the change must not undo it here
      queryClient.setQueryData(queryKey, (held) => held && { ...held, ...choice })
      void queryClient.invalidateQueries(agreementsQuery(cardId))
      announce(t('mails.saved'))
    },
    (failure) => toast.error(`${t('mails.failed')} ${problemText(t, failure)}`),
  )
  const busy = (name: keyof Choice): boolean => save.busy && name in (save.input?.[0] ?? {})
  return (
    <div className="grid gap-2 divide-y divide-line">
      <Switch
        label={t('mails.notifications')}
        hint={t('mails.notificationsHint')}
        checked={notifications}
        busy={busy('notifications')}
        onChange={(next) => void save.run({ notifications: next })}
      />
      <div className="pt-2">
        <Switch
          label={t('mails.newsletter')}
          hint={t(notifications ? 'mails.newsletterHint' : 'mails.newsletterOff')}
          checked={notifications && newsletter}
          disabled={!notifications}
          busy={busy('newsletter')}
          onChange={(next) => void save.run({ newsletter: next })}
        />
      </div>
    </div>
  )
}

/** Mails that no switch stops, so that users do not wonder whether a mail was lost or switched off. */
function AlwaysSent() {
  const { t } = useTranslation('settings')
  return (
    <div className="mt-5 rounded-md bg-sunken p-4">
      <h3 className="flex items-center gap-2 font-semibold">
        <MailCheck aria-hidden="true" size={20} className="shrink-0 text-brand" />
        {t('mails.alwaysTitle')}
      </h3>
      <ul className="mt-2 grid list-disc gap-1 ps-5 text-sm">
        {ALWAYS.map((item) => (
          <li key={item}>{t(`mails.always.${item}`)}</li>
        ))}
      </ul>
    </div>
  )
}
