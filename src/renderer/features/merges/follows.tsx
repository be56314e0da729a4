/** What a merge does besides the fields, in numbers of the record that ends. */
import { useTranslation } from 'react-i18next'
import type { MergeCandidate } from '#shared/contract/merges.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Facts } from '../../ui/layout/facts.tsx'
import { Section } from '../../ui/layout/section.tsx'

/** First what ends, then what moves. */
const COUNTS = [
  'cards',
  'passes',
  'sessions',
  'factors',
  'requests',
  'reports',
  'registrations',
  'checkIns',
  'voicesGiven',
  'voicesCarried',
  'claims',
  'pledges',
] as const satisfies readonly (keyof MergeCandidate['counts'])[]

interface FollowsProps {
  readonly stays: MergeCandidate
  readonly ends: MergeCandidate
  /** Instant. */
  readonly undoUntil: string
}

export function Follows({ stays, ends, undoUntil }: FollowsProps) {
  const { t } = useTranslation('merges')
  const format = useFormat()
  const names = { stays: bareCardId(stays.cardId), ends: bareCardId(ends.cardId) }
  const items = COUNTS.filter((kind) => ends.counts[kind] > 0).map((kind) => ({
    label: t(`follows.counts.${kind}`),
    value: format.number(ends.counts[kind]),
  }))
  return (
    <Section title={t('follows.title')} lead={t('follows.lead', names)}>
      <div className="grid max-w-3xl gap-4">
        {items.length === 0 ? <p>{t('follows.none', names)}</p> : <Facts items={items} />}
        <ul className="grid list-disc gap-1 ps-5">
          <li>{t('follows.number', names)}</li>
          {stays.status === 'inactive' && ends.status === 'active' && (
            <li>{t('follows.active')}</li>
          )}
          <li>{t('follows.mail')}</li>
          <li>{t('follows.undo', { date: format.date(undoUntil) })}</li>
        </ul>
      </div>
    </Section>
  )
}
