import { useTranslation } from 'react-i18next'
import { ageOn } from '#shared/domain/birth-date.ts'
import { useFormat } from '../../../i18n/use-format.ts'

/** A birth date with the age, so that staff at a door need not compute it. */
export function BirthDate({ date, today }: { readonly date: string; readonly today: Date }) {
  const { t } = useTranslation('verification')
  const format = useFormat()
  return (
    <>
      {format.date(date)}{' '}
      <span className="font-normal whitespace-nowrap text-muted">
        ({t('person.age', { count: ageOn(date, today) })})
      </span>
    </>
  )
}
