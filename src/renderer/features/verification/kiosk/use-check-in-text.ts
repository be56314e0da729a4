import { useTranslation } from 'react-i18next'
import { assertNever } from '#shared/domain/assert-never.ts'
import type { ScanAnswer } from '#shared/contract/ipc-desktop.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { isSameDay } from '../verdict/verdict-look.ts'

/** The result of the check-in, in one line; empty where the card was refused. */
export function useCheckInText(): (answer: ScanAnswer) => string {
  const { t } = useTranslation('kiosk')
  const format = useFormat()
  return ({ verdict, checkIn, checkedAt }) => {
    switch (checkIn.kind) {
      case 'recorded':
        return t('checkIn.recorded', { time: format.time(checkIn.at) })
      case 'before': {
        const time = isSameDay(checkIn.at, checkedAt)
          ? format.time(checkIn.at)
          : format.dateTime(checkIn.at)
        if (checkIn.gate === '') return t('checkIn.before', { time })
        return checkIn.here
          ? t('checkIn.beforeHere', { time, gate: checkIn.gate })
          : t('checkIn.beforeAt', { time, gate: checkIn.gate })
      }
      case 'not-saved':
        return t(`checkIn.notSaved.${checkIn.fault}`)
      case 'none':
        return verdict === 'VALID' ? t('checkIn.none') : ''
      default:
        return assertNever(checkIn)
    }
  }
}
