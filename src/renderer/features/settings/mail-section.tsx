import { queryOptions, useQuery } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { myAccount, type OwnProfile } from '#shared/contract/account.ts'
import { updateMember } from '#shared/contract/users.ts'
import { ask } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { announce } from '../../ui/feedback/announcer.tsx'
import { Ltr } from '../../ui/bidi.tsx'
import { problemText } from '../../ui/form/form-problems.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Switch } from '../../ui/field/switch.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useCall } from '../../ui/form/use-call.ts'

type Choice = Partial<Pick<OwnProfile, 'notifications' | 'newsletter'>>
const ALWAYS = ['security', 'requests', 'events', 'account'] as const

const accountQuery = (cardId: string) =>
  queryOptions({
    queryKey: ['account', 'me', cardId],
    queryFn: ({ signal }) => ask(myAccount, {}, { signal }),
  })

export function MailSection({ cardId }: { readonly cardId: string }) {
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
