import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { isSameDay } from './verdict-view.ts'

interface FirstEntry {
  readonly at: string
  /** Empty where the door has no name. */
  readonly gate: string
  /** It was made at this door. */
  readonly here: boolean
}

/** A time keeps to one line: in Arabic, "11:22" and its "م" belong together. */
export const unbroken = (time: string): string => time.replaceAll(/\s/g, '\u00a0')

/** When and where a card came in before, in one sentence: the same at the kiosk, at the web door and on the tab. */
export function useFirstEntryText(): (first: FirstEntry, today: string) => string {
  const { t } = useTranslation('verification')
  const format = useFormat()
  return ({ at, gate, here }, today) => {
    const time = unbroken(isSameDay(at, today) ? format.time(at) : format.dateTime(at))
    return gate === ''
      ? t('again.at', { time })
      : t(here ? 'again.here' : 'again.atGate', { time, gate })
  }
}
