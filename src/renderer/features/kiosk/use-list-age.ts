import { useTranslation } from 'react-i18next'
import { DAY_S, HOUR_S, MINUTE_S } from '#shared/domain/units.ts'

/** "12 minutes", "3 hours", "2 days": how old the status list is. */
export function useListAge(): (ageS: number) => string {
  const { t } = useTranslation('kiosk')
  return (ageS) => {
    if (ageS < HOUR_S) return t('age.minutes', { count: Math.max(1, Math.floor(ageS / MINUTE_S)) })
    return ageS < 2 * DAY_S
      ? t('age.hours', { count: Math.floor(ageS / HOUR_S) })
      : t('age.days', { count: Math.floor(ageS / DAY_S) })
  }
}
