import type * as z from 'zod'
import type { EventContent } from '#shared/contract/events.ts'
import type { KioskDevice, KioskEvent } from '#shared/contract/kiosk.ts'
import { LANGUAGES } from '#shared/domain/languages.ts'
import { cardId } from '#shared/domain/member-id.ts'
import { fullName } from '#shared/domain/person-name.ts'
import { storedContent } from '../events/stored-content.ts'
import type { DeviceRow } from './device-repository.ts'
import { deviceState } from './policy.ts'

type Titles = z.output<typeof KioskEvent>['title']

export function presentKioskEvent(row: {
  readonly id: string
  readonly starts_at: string
  readonly ends_at: string
  readonly content: string
}): z.output<typeof KioskEvent> {
  const { content } = storedContent<z.output<typeof EventContent>>(row.content)
  const title = Object.fromEntries(
    LANGUAGES.map((language) => [language, content[language].title]),
  ) as Titles // one title for each language
  return { id: row.id, title, startsAt: row.starts_at, endsAt: row.ends_at }
}

const enrolledBy = ({
  enrolled_by: id,
  first_name: firstName,
  last_name: lastName,
}: DeviceRow): z.output<typeof KioskDevice>['enrolledBy'] =>
  id === null || firstName === null || lastName === null
    ? null
    : { cardId: cardId(id), name: fullName({ firstName, lastName }) }

export const presentDevice = (
  row: DeviceRow,
  checkIns: number,
  now: string,
): z.output<typeof KioskDevice> => ({
  id: row.id,
  name: row.name,
  event: presentKioskEvent({ ...row, id: row.event_id }),
  enrolledBy: enrolledBy(row),
  enrolledAt: row.enrolled_at,
  expiresAt: row.expires_at,
  lastSeenAt: row.last_seen_at,
  revokedAt: row.revoked_at,
  state: deviceState(row, now),
  checkIns,
  appVersion: row.app_version,
})
