import { CloudOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'

interface OfflineMarkProps {
  readonly checkedAt: string
  /** null: no list took part. */
  readonly listAgeS: number | null
}

/** Says that this device judged alone, and how old what it knows is. */
export function OfflineMark({ checkedAt, listAgeS }: OfflineMarkProps) {
  const { t } = useTranslation('verification')
  const format = useFormat()
  const checked = new Date(checkedAt)
  const listed = listAgeS === null ? undefined : new Date(checked.getTime() - listAgeS * 1_000)
  const timeOf = (date: Date): string =>
    date.toDateString() === checked.toDateString() ? format.time(date) : format.dateTime(date)
  return (
    <p className="flex items-center gap-2 border-b border-line bg-sunken px-4 py-2 font-semibold sm:px-6">
      <CloudOff aria-hidden="true" size={20} className="shrink-0" />
      {listed === undefined
        ? t('offline.mark')
        : t('offline.markList', { time: timeOf(listed), ago: format.relative(listed, checked) })}
    </p>
  )
}
