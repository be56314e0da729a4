import { useTranslation } from 'react-i18next'
import type { Pledge } from '#shared/contract/donations.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { LOCALE_TAGS } from '#shared/domain/text/languages.ts'
import { moneyText } from '../../i18n/money.ts'
import { useFormat, useLanguage } from '../../i18n/use-format.ts'
import { Auto, Email, Ltr } from '../../ui/bidi.tsx'
import { StateBadge, type StateTone } from '../../ui/feedback/state-badge.tsx'
import { useCurrency } from '../../ui/use-money.ts'

const TONES = {
  pledged: 'warning',
  confirmed: 'success',
  cancelled: 'plain',
} as const satisfies Record<Pledge['status'], StateTone>

export function PledgeState({ status }: { readonly status: Pledge['status'] }) {
  const { t } = useTranslation('staffDonations')
  return <StateBadge tone={TONES[status]}>{t(`states.${status}`)}</StateBadge>
}

type PledgePerson = Pledge['decidedBy']

export function PersonName({ person }: { readonly person: PledgePerson }) {
  const { t } = useTranslation('staffDonations')
  if (person === null) return <>{t('somebody')}</>
  return person.name === '' ? <Ltr>{bareCardId(person.cardId)}</Ltr> : <Auto>{person.name}</Auto>
}

/** The giver: nothing is known of an anonymous giver, and nothing is guessed. A row has room for name and number. */
export function Donor({
  pledge,
  inRow = false,
}: {
  readonly pledge: Pledge
  readonly inRow?: boolean
}) {
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
      {pledge.email !== '' && !(inRow && (pledge.name !== '' || pledge.userId !== null)) && (
        <span className="wrap-anywhere text-muted">
          <Email address={pledge.email} />
        </span>
      )}
      {pledge.userId !== null && (
        <span className="text-muted">
          <Ltr>{bareCardId(pledge.userId)}</Ltr>
        </span>
      )}
    </span>
  )
}

type Received = NonNullable<Pledge['received']>

/** `48.50 EUR, counted as 52.80 USD`: what the bank statement says, with its cents. */
export function useReceivedText(): (received: Received) => string {
  const { t } = useTranslation('staffDonations')
  const language = useLanguage()
  const own = useCurrency()
  const counted = (cents: number): string =>
    moneyText(language, own, cents / 100, { trailingZeroDisplay: 'stripIfInteger' })
  return ({ cents, currency, countedCents }) => {
    if (currency === own) return counted(cents)
    const sum = new Intl.NumberFormat(LOCALE_TAGS[language], {
      style: 'currency',
      currency,
      currencyDisplay: 'code',
      trailingZeroDisplay: 'stripIfInteger',
    }).format(cents / 100)
    return t('received.exchanged', {
      sum: `\u2068${sum}\u2069`,
      counted: `\u2068${counted(countedCents)}\u2069`,
    })
  }
}

/** Whether another sum or currency came than was promised. */
export const differs = ({ amountUsd, received }: Pledge, own: string): boolean =>
  received !== null && (received.currency !== own || received.cents !== amountUsd * 100)

/** Who decided what, and when: a pledge alone never proves that money came. */
export function useDecisionText(): (pledge: Pledge) => string {
  const { t } = useTranslation('staffDonations')
  const format = useFormat()
  return ({ status, decidedAt, decidedBy }) => {
    if (status === 'pledged' || decidedAt === null) return ''
    const name =
      decidedBy === null
        ? t('somebody')
        : decidedBy.name === ''
          ? bareCardId(decidedBy.cardId)
          : decidedBy.name
    return t(`decided.${status}`, {
      name: `\u2068${name}\u2069`,
      date: format.date(decidedAt, 'medium'),
    })
  }
}
