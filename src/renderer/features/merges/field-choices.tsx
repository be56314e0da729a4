/** Each field in which two records differ, with the value that stays. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MergeCandidate } from '#shared/contract/merges.ts'
import { MERGE_CHOICES, type MergeChoice } from '#shared/domain/access/merge-rules.ts'
import { isMemberField } from '#shared/domain/people/member-fields.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { ChoiceCards } from '../../ui/field/choice-cards.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { useFieldFact } from '../../ui/person/use-person-facts.tsx'
import { Avatar } from '../../ui/picture/avatar.tsx'
import { valueOf } from './choices.ts'

interface FieldChoicesProps {
  /** The older one first. */
  readonly records: readonly [MergeCandidate, MergeCandidate]
  readonly differing: readonly MergeChoice[]
  /** Card number of the record whose value is chosen. */
  readonly chosen: (choice: MergeChoice) => string
  readonly onChoose: (choice: MergeChoice, cardId: string) => void
}

export function FieldChoices({ records, differing, chosen, onChoose }: FieldChoicesProps) {
  const { t } = useTranslation('merges')
  const [older, younger] = records
  const words = { [older.cardId]: useWords(older), [younger.cardId]: useWords(younger) }
  const labelOf = (choice: MergeChoice): string => words[older.cardId]?.(choice).label ?? ''
  const same = MERGE_CHOICES.filter(
    (choice) => !differing.includes(choice) && valueOf(older, choice) !== '',
  )
  const isOlder = (record: MergeCandidate): boolean => record === older
  return (
    <Section title={t('fields.title')} lead={t('fields.lead')}>
      <div className="grid gap-2">
        {differing.length === 0 && <p>{t('fields.none')}</p>}
        {differing.length > 0 && (
          <div
            aria-hidden="true"
            className="grid grid-cols-2 gap-2 text-sm text-muted max-sm:hidden sm:ms-44"
          >
            {records.map((record) => (
              <span key={record.cardId}>
                <Ltr className="font-semibold tabular-nums">{bareCardId(record.cardId)}</Ltr>
                {isOlder(record) && ` · ${t('number.older')}`}
              </span>
            ))}
          </div>
        )}
        {differing.map((choice) => (
          <ChoiceCards
            key={choice}
            legend={labelOf(choice)}
            beside
            columns={2}
            value={chosen(choice)}
            onChange={(card) => onChoose(choice, card)}
            options={records.map((record) => ({
              value: record.cardId,
              label: (
                <span className="flex flex-wrap items-baseline gap-x-2">
                  {words[record.cardId]?.(choice).value}
                  <Ltr className="text-sm font-normal text-muted tabular-nums sm:sr-only">
                    {bareCardId(record.cardId)}
                  </Ltr>
                </span>
              ),
            }))}
          />
        ))}
        {differing.includes('email') && (
          <p className="text-sm text-muted sm:ms-44">{t('fields.emailNote')}</p>
        )}
        {same.length > 0 && (
          <details className="mt-2 rounded-md border border-line px-4">
            <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-brand">
              {t('fields.same', { count: same.length })}
            </summary>
            <dl className="grid gap-x-6 gap-y-3 pt-1 pb-4 sm:grid-cols-2 lg:grid-cols-3">
              {same.map((choice) => (
                <div key={choice} className="min-w-0">
                  <dt className="text-sm text-muted">{labelOf(choice)}</dt>
                  <dd className="font-semibold">{words[older.cardId]?.(choice).value}</dd>
                </div>
              ))}
            </dl>
          </details>
        )}
      </div>
    </Section>
  )
}

/** Label and value of a choice, in the words of the member page. */
function useWords(
  record: MergeCandidate,
): (choice: MergeChoice) => { readonly label: string; readonly value: ReactNode } {
  const { t } = useTranslation('merges')
  const fact = useFieldFact('record', record)
  const blank = <span className="font-normal text-muted">{t('fields.blank')}</span>
  return (choice) => {
    if (isMemberField(choice)) {
      const { label = '', value } = fact(choice) ?? {}
      return { label, value: value === '' || value === undefined ? blank : value }
    }
    const isHeld = valueOf(record, choice) !== ''
    if (choice === 'portrait')
      return {
        label: t('fields.portrait'),
        value: isHeld ? <Avatar src={record.portraitUrl} name="" size="medium" /> : blank,
      }
    const sides = record.idProofPhotos.length
    return {
      label: t('fields.documents'),
      value: isHeld ? t(sides > 1 ? 'fields.documentsHeld' : 'fields.documentsOne') : blank,
    }
  }
}
