import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../i18n/use-format.ts'
import { RoleBadge } from '../../ui/badge.tsx'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { cardDate } from './face/card-dates.ts'
import { CARD_FIELDS, type CardModel, type CardReply, cardValue } from './face/card-model.ts'

interface CardDetailsProps {
  readonly card: CardModel
  readonly reply: CardReply
  readonly today: string
}

/** Everything that the card says, in the reader's language, at a size that eyes and screen readers can read. */
export function CardDetails({ card, reply, today }: CardDetailsProps) {
  const { t } = useTranslation('idCard')
  const language = useLanguage()
  return (
    <section aria-labelledby="card-details">
      <h2 id="card-details" className="text-xl headline">
        {t('details')}
      </h2>
      <dl className="mt-3 grid gap-x-8 rounded-lg border border-line bg-surface px-4 py-2 sm:grid-cols-2">
        <Detail term={t('card.name')}>
          <Auto>{card.name}</Auto>
        </Detail>
        <Detail term={t('card.cardNumber')}>
          <Ltr>{card.number}</Ltr>
        </Detail>
        <Detail term={t('card.role')}>
          <RoleBadge role={card.role} />
        </Detail>
        {CARD_FIELDS.map((key) => (
          <Detail key={key} term={t(`card.${key}`)}>
            <Auto>{cardValue(reply, key, language, today)}</Auto>
          </Detail>
        ))}
        <Detail term={t('card.validUntil')}>{cardDate(card.expiresOn, language)}</Detail>
      </dl>
    </section>
  )
}

function Detail({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-t border-line py-2.5 first:border-t-0 sm:nth-2:border-t-0">
      <dt className="shrink-0 text-sm text-muted">{term}</dt>
      <dd className="min-w-0 text-end font-semibold">{children}</dd>
    </div>
  )
}
