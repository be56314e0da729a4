import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { LANGUAGE_NAMES } from '../../i18n/i18n.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import type { OneClaim } from './claim-queries.ts'
import { useClaimsPath } from './use-claims-path.ts'

const LINK =
  'inline-flex min-h-11 items-center font-semibold text-brand underline-offset-4 hover:underline'

/** Who wrote, as they told us; only the account number is known to be theirs. */
export function ClaimSender({
  claim: { userName, userId, email, phoneNumber, language },
}: {
  readonly claim: OneClaim
}) {
  const { t } = useTranslation('claims')
  const { list, memberPage } = useClaimsPath()
  const rows = [
    [t('sender.name'), <Auto key="name">{userName}</Auto>],
    [
      t('sender.account'),
      userId === null ? (
        t('sender.visitor')
      ) : memberPage === undefined ? (
        <Ltr key="id">{userId}</Ltr>
      ) : (
        <MemberLink key="id" to={memberPage(userId)} cardId={userId} />
      ),
    ],
    [t('sender.email'), <Ltr key="email">{email}</Ltr>],
    [t('sender.phone'), <Ltr key="phone">{phoneNumber}</Ltr>],
    [t('sender.language'), LANGUAGE_NAMES[language]],
  ] as const
  return (
    <section
      aria-labelledby="claim-sender"
      className="rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <h2 id="claim-sender" className="text-xl headline">
        {t('sender.title')}
      </h2>
      <dl className="mt-3 grid gap-3">
        {rows.map(([term, value]) => (
          <div key={term} className="min-w-0">
            <dt className="text-sm text-muted">{term}</dt>
            <dd className="font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {userId === null && <p className="mt-3 text-sm text-muted">{t('sender.unproven')}</p>}
      <Link to={`${list}?status=&q=${encodeURIComponent(email)}`} className={LINK}>
        {t('sender.others')}
      </Link>
    </section>
  )
}

function MemberLink({ to, cardId }: { readonly to: string; readonly cardId: string }) {
  const { t } = useTranslation('claims')
  return (
    <Link to={to} className={LINK} aria-label={t('sender.openMember', { id: cardId })}>
      <Ltr>{cardId}</Ltr>
    </Link>
  )
}
