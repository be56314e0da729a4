import { useTranslation } from 'react-i18next'
import type { Pledge } from '#shared/contract/donations.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Auto, Email, Ltr } from '../../ui/bidi.tsx'
import { cx } from '../../ui/cx.ts'

const LOOK = {
  pledged: 'border-warning bg-warning-soft text-warning',
  confirmed: 'border-success bg-success-soft text-success',
  cancelled: 'border-line-strong bg-sunken text-ink',
} as const satisfies Record<Pledge['status'], string>

export function PledgeState({ status }: { readonly status: Pledge['status'] }) {
  const { t } = useTranslation('staffDonations')
  return (
    <span
      className={cx(
        'inline-flex rounded-sm border px-2 py-0.5 text-xs font-semibold whitespace-nowrap',
        LOOK[status],
      )}
    >
      {t(`states.${status}`)}
    </span>
  )
}

type Person = Pledge['decidedBy']

export function PersonName({ person }: { readonly person: Person }) {
  const { t } = useTranslation('staffDonations')
  if (person === null) return <>{t('somebody')}</>
  return person.name === '' ? <Ltr>{person.cardId}</Ltr> : <Auto>{person.name}</Auto>
}

/** The giver: nothing is known of an anonymous giver, and nothing is guessed. */
export function Donor({ pledge }: { readonly pledge: Pledge }) {
  const { t } = useTranslation('staffDonations')
  if (pledge.name === '' && pledge.email === '' && pledge.userId === null)
    return <span className="text-muted">{t('anonymous')}</span>
  return (
    <span className="grid min-w-0">
      {/* The part around each keeps the page's own edge: only the words turn. */}
      {pledge.name !== '' && (
        <span>
          <Auto>{pledge.name}</Auto>
        </span>
      )}
      {pledge.email !== '' && (
        <span className="wrap-anywhere text-muted">
          <Email address={pledge.email} />
        </span>
      )}
      {pledge.userId !== null && (
        <span className="text-muted">
          <Ltr>{pledge.userId}</Ltr>
        </span>
      )}
    </span>
  )
}

/** Who decided what, and when: a pledge alone never proves that money came. */
export function useDecisionText(): (pledge: Pledge) => string {
  const { t } = useTranslation('staffDonations')
  const format = useFormat()
  return ({ status, decidedAt, decidedBy }) => {
    if (status === 'pledged' || decidedAt === null) return ''
    const name =
      decidedBy === null ? t('somebody') : decidedBy.name === '' ? decidedBy.cardId : decidedBy.name
    return t(`decided.${status}`, {
      name: `\u2068${name}\u2069`,
      date: format.date(decidedAt, 'medium'),
    })
  }
}
