import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { myAccount, type OwnProfile } from '#shared/contract/account.ts'
import { updateMember } from '#shared/contract/members.ts'
import { ask } from '../../platform/api.ts'
import { CallFailure } from '../../platform/call-failure.ts'
import { queryClient } from '../../platform/query-client.ts'
import { announce } from '../../ui/announcer.tsx'
import { Ltr } from '../../ui/bidi.tsx'
import { problemText } from '../../ui/form-problems.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast.ts'

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
  const save = useMutation({
    mutationFn: (choice: Choice) => ask(updateMember, { params: { id: cardId }, body: choice }),
    onSuccess: async (_, choice) => {
      await queryClient.cancelQueries({ queryKey }) // an answer from before the change must not undo it here
      queryClient.setQueryData(queryKey, (held) => held && { ...held, ...choice })
      announce(t('mails.saved'))
    },
    onError: (error) =>
      toast.error(
        `${t('mails.failed')} ${error instanceof CallFailure ? problemText(t, error) : ''}`.trim(),
      ),
  })
  const busy = (name: keyof Choice): boolean => save.isPending && name in save.variables
  return (
    <div className="grid gap-2 divide-y divide-line">
      <Switch
        label={t('mails.notifications')}
        hint={t('mails.notificationsHint')}
        checked={notifications}
        busy={busy('notifications')}
        onChange={(next) => save.mutate({ notifications: next })}
      />
      <div className="pt-2">
        <Switch
          label={t('mails.newsletter')}
          hint={t(notifications ? 'mails.newsletterHint' : 'mails.newsletterOff')}
          checked={notifications && newsletter}
          disabled={!notifications}
          busy={busy('newsletter')}
          onChange={(next) => save.mutate({ newsletter: next })}
        />
      </div>
    </div>
  )
}

/** What no switch stops, so that nobody wonders whether a mail was lost or switched off. */
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
