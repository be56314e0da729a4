import { useTranslation } from 'react-i18next'
import { bareCardId } from '#shared/domain/member-id.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { RoleBadge, StatusBadge } from '../../ui/badge.tsx'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { BirthDate } from './birth-date.tsx'
import { Fact, PersonSheet } from './person-sheet.tsx'
import { Photo } from './photo.tsx'
import type { Person } from './verdict-look.ts'

interface VerdictPersonProps {
  readonly person: Person
  /** The day on which the age is told. */
  readonly today: Date
  /** Known from the card in hand alone. */
  readonly offline?: boolean
}

/** Whom the card belongs to, to be compared with the person at the desk. */
export function VerdictPerson({ person, today, offline = false }: VerdictPersonProps) {
  const { t } = useTranslation('verification')
  const format = useFormat()
  const { name, birthDate, cardId, role, status, photoUrl, memberSince, validUntil, ranOutOn } =
    person
  return (
    <PersonSheet
      heading={
        <p className="text-2xl leading-tight wrap-anywhere headline">
          <Auto>{name}</Auto>
        </p>
      }
      photo={<Photo url={photoUrl} name={name} offline={offline} />}
      near={
        <>
          {birthDate !== null && (
            <Fact term={t('person.born')}>
              <BirthDate date={birthDate} today={today} />
            </Fact>
          )}
          {cardId !== null && (
            <Fact term={t('person.cardId')}>
              <Ltr>{bareCardId(cardId)}</Ltr>
            </Fact>
          )}
          {role !== null && (
            <Fact term={t('person.role')}>
              <RoleBadge role={role} />
            </Fact>
          )}
        </>
      }
      far={
        <>
          {status !== null && status !== 'active' && (
            <Fact term={t('person.status')}>
              <StatusBadge status={status} />
            </Fact>
          )}
          {memberSince !== null && (
            <Fact term={t('person.memberSince')}>{format.date(memberSince)}</Fact>
          )}
          {validUntil !== null && (
            <Fact term={t('person.validUntil')}>{format.date(validUntil)}</Fact>
          )}
          {ranOutOn !== null && <Fact term={t('person.ranOut')}>{format.date(ranOutOn)}</Fact>}
        </>
      }
    />
  )
}
