import { parseMemberNumber } from '#shared/domain/card/read-member-number.ts'
import { dayOf } from '../../ui/staff/filters/address-filters.ts'

export const NO_FILTERS = { actor: '', action: '', target: '', from: '', to: '' }
export type AuditFilters = typeof NO_FILTERS

/** People type card numbers; the log writes `member:10004217`. Anything else is looked for as it is. */
export function asWritten(text: string): string {
  const number = parseMemberNumber(text)
  return number === undefined ? text.trim() : `member:${number}`
}

export const toQuery = ({ actor, action, target, from, to }: AuditFilters) => ({
  actor: asWritten(actor),
  action: /^[a-z.-]{1,60}$/.test(action) ? action : '',
  target: asWritten(target),
  from: dayOf(from),
  to: dayOf(to),
})
