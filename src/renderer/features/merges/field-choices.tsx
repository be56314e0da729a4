/** Each field in which two records differ, with the value that stays. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MergeCandidate } from '#shared/contract/merges.ts'
import { MERGE_CHOICES, type MergeChoice } from '#shared/domain/access/merge-rules.ts'
import { isMemberField } from '#shared/domain/people/member-fields.ts'
import { useFormat } from '../../i18n/use-format.ts'
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
  const format = useFormat()
  const [older, younger] = records
  const words = { [older.cardId]: useWords(older), [younger.cardId]: useWords(younger) }
  const labelOf = (choice: MergeChoice): string => words[older.cardId]?.(choice).label ?? ''
  const same = MERGE_CHOICES.filter(
    (choice) => !differing.includes(choice) && valueOf(older, choice) !== '',
  )
  return (
    <Section title={t('fields.title')} lead={t('fields.lead')}>
      <div className="grid gap-5">
        {differing.length === 0 && <p>{t('fields.none')}</p>}
        {differing.map((choice) => (
          <div key={choice} className="grid gap-1">
            <ChoiceCards
              legend={labelOf(choice)}
              columns={2}
              value={chosen(choice)}
              onChange={(card) => onChoose(choice, card)}
              options={records.map((record) => ({
                value: record.cardId,
                label: words[record.cardId]?.(choice).value,
                hint: <Ltr className="tabular-nums">{record.cardId}</Ltr>,
              }))}
            />
            {choice === 'email' && <p className="text-sm text-muted">{t('fields.emailNote')}</p>}
          </div>
        ))}
        {same.length > 0 && (
          <p className="text-sm text-muted">
            {t('fields.same', { fields: format.list(same.map(labelOf)) })}
          </p>
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
