import { useTranslation } from 'react-i18next'
import { HOUR_MS } from '#shared/domain/units.ts'
import { useFormat } from '../../../i18n/use-format.ts'

interface FirstEntry {
  readonly at: string
  /** Empty where the door has no name. */
  readonly gate: string
  /** It was made at this door. */
  readonly here: boolean
}

/** A time keeps to one line: in Arabic, "11:22" and its "م" belong together. */
export const unbroken = (time: string): string => time.replaceAll(/\s/g, '\u00a0')

const ONE_EVENT_MS = 12 * HOUR_MS

/** Whether a time says enough without its day. An evening does not end at midnight, and the day takes a line more at the door. */
export const needsNoDay = (at: string, now: string): boolean =>
  new Date(at).toDateString() === new Date(now).toDateString() ||
  Math.abs(Date.parse(now) - Date.parse(at)) < ONE_EVENT_MS

/** When and where a card came in before, in one sentence: the same at the kiosk, at the web door and on the tab. */
export function useFirstEntryText(): (first: FirstEntry, now: string) => string {
  const { t } = useTranslation('verification')
  const format = useFormat()
  return ({ at, gate, here }, now) => {
    const time = unbroken(needsNoDay(at, now) ? format.time(at) : format.dateTime(at))
    return gate === ''
      ? t('again.at', { time })
      : t(here ? 'again.here' : 'again.atGate', { time, gate })
  }
}
