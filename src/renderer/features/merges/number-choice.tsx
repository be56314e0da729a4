/** What speaks against one person, the two records side by side, and which number stays. */
import { useTranslation } from 'react-i18next'
import type { MergeCandidate } from '#shared/contract/merges.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { roleOf } from '#shared/domain/people/roles.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { LinkButton } from '../../ui/button/button.tsx'
import { RoleBadge, StatusBadge } from '../../ui/feedback/badge.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ChoiceCards } from '../../ui/field/choice-cards.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Avatar } from '../../ui/picture/avatar.tsx'
import { doubtsOf } from './choices.ts'

interface DoubtsProps {
  readonly older: MergeCandidate
  readonly younger: MergeCandidate
  readonly sharedEvents: number
}

/** Above everything else: whoever merges two people takes one of them the card. */
export function Doubts({ older, younger, sharedEvents }: DoubtsProps) {
  const { t } = useTranslation('merges')
  const format = useFormat()
  const doubts = doubtsOf(older, younger)
  if (!doubts.name && !doubts.birthDate && sharedEvents === 0) return null
  const pair = (of: (record: MergeCandidate) => string) => ({ one: of(older), other: of(younger) })
  return (
    <Notice tone="warning" title={t('doubts.title')}>
      <ul className="list-disc ps-5">
        {doubts.birthDate && (
          <li>
            {t(
              'doubts.birthDate',
              pair(({ birthDate }) => format.date(birthDate)),
            )}
          </li>
        )}
        {doubts.name && (
          <li>
            {t(
              'doubts.name',
              pair((record) => `\u2068${fullName(record)}\u2069`),
            )}
          </li>
        )}
        {sharedEvents > 0 && <li>{t('doubts.events')}</li>}
      </ul>
      <p>{t('doubts.compare')}</p>
    </Notice>
  )
}

interface NumberChoiceProps {
  readonly older: MergeCandidate
  readonly younger: MergeCandidate
  /** Card number. */
  readonly stays: string
  readonly onChange: (cardId: string) => void
}

export function NumberChoice({ older, younger, stays, onChange }: NumberChoiceProps) {
  const { t } = useTranslation('merges')
  return (
    <Section title={t('number.title')} lead={t('number.lead')}>
      <div className="grid gap-4">
        <ChoiceCards
          legend={<span className="sr-only">{t('number.title')}</span>}
          columns={2}
          value={stays}
          onChange={onChange}
          options={[older, younger].map((record) => ({
            value: record.cardId,
            label: <Ltr className="tabular-nums">{bareCardId(record.cardId)}</Ltr>,
            hint: <Head record={record} isOlder={record === older} />,
          }))}
        />
        <div className="grid gap-2 sm:grid-cols-2">
          {[older, younger].map((record) => (
            <Documents key={record.cardId} record={record} />
          ))}
        </div>
      </div>
    </Section>
  )
}

function Head({ record, isOlder }: { readonly record: MergeCandidate; readonly isOlder: boolean }) {
  const { t } = useTranslation('merges')
  const format = useFormat()
  return (
    <span className="mt-1 flex flex-wrap items-start gap-3">
      <Avatar
        src={record.portraitUrl}
        name={t('number.portrait', { card: bareCardId(record.cardId) })}
        size="large"
        className="max-sm:h-30 max-sm:w-24"
      />
      <span className="grid min-w-0 flex-1 basis-32 content-start gap-1.5">
        <span className="text-lg text-ink font-semibold wrap-anywhere">
          <Auto>{fullName(record)}</Auto>
        </span>
        <span className="flex flex-wrap gap-1.5">
          <RoleBadge role={roleOf(record.role.id)} />
          <StatusBadge status={record.status} />
        </span>
        <span>{t('number.since', { date: format.date(record.createdAt) })}</span>
        {isOlder && <span>{t('number.older')}</span>}
        {record.requestStatus === 'pending' && <span>{t('number.applicant')}</span>}
      </span>
    </span>
  )
}

/** Their own page logs each look. */
function Documents({ record }: { readonly record: MergeCandidate }) {
  const { t } = useTranslation('merges')
  if (record.idProofPhotos.length === 0) return <span />
  return (
    <LinkButton
      variant="secondary"
      relative="path"
      to={`../../../../requests/documents/${record.cardId}`}
      className="justify-self-start"
    >
      <span>
        {t('number.documents')}{' '}
        <Ltr className="whitespace-nowrap tabular-nums">{bareCardId(record.cardId)}</Ltr>
      </span>
    </LinkButton>
  )
}

export function Refusals({ stays: { cardId, refusals } }: { readonly stays: MergeCandidate }) {
  const { t } = useTranslation('merges')
  return (
    <Notice tone="danger" title={t('refused.title')}>
      <p>{t('refused.text', { card: bareCardId(cardId) })}</p>
      <ul className="mt-1 list-disc ps-5">
        {refusals.map((refusal) => (
          <li key={refusal}>{t(`refused.reasons.${refusal}`)}</li>
        ))}
      </ul>
    </Notice>
  )
}
