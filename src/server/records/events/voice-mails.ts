/** Mails about a voice. They name nobody: who it is stands on the page of the event, behind the sign-in. */
import type { Kysely } from 'kysely'
import { isoNow } from '../../base/clock.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { enqueueMail } from '../../parts/mail/outbox.ts'
import { openProxiesOf } from '../assembly/assembly-repository.ts'
import { eventFacts } from './event-mails.ts'
import { findEvent, listRecipients, type EventRow } from './event-repository.ts'

export type VoiceNews =
  | 'voice-given'
  | 'voice-on-paper'
  | 'paper-withdrawn'
  | 'voice-received'
  | 'voice-taken-back'
  | 'voice-withdrawn'
  | 'voice-ended'

/** Each in their own language, in the transaction of the change. */
export async function tellVoice(
  deps: Deps,
  db: Kysely<Schema>,
  event: EventRow,
  memberId: number,
  template: VoiceNews,
): Promise<void> {
  for (const { email: to, first_name: name, language } of await listRecipients(db, [memberId]))
    await enqueueMail(deps, db, {
      to,
      language,
      template,
      values: { name, ...eventFacts(deps, event, language) },
    })
}

/** Before a member is erased: those whose voices the member carries can give them to others. */
export async function tellGivers(deps: Deps, db: Kysely<Schema>, holderId: number): Promise<void> {
  for (const { giver, event: id } of await openProxiesOf(db, holderId, isoNow(deps.clock))) {
    const event = await findEvent(db, id)
    if (event !== undefined) await tellVoice(deps, db, event, giver, 'voice-ended')
  }
}
