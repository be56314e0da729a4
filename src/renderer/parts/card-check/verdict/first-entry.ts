import type { VerifyReply } from '#shared/contract/card.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { isSameDay } from './verdict-view.ts'

/** When and where a card came in before. */
export function useFirstEntryText(): (
  first: NonNullable<VerifyReply['firstCheckIn']>,
  today: string,
) => string {
  const format = useFormat()
  return ({ at, gate }, today) => {
    const time = isSameDay(at, today) ? format.time(at) : format.dateTime(at)
    return gate === '' ? time : `${time} · \u2068${gate}\u2069` // isolated: a name in another script keeps its place
  }
}
