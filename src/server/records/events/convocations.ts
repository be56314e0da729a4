/** Puts the mails of convocations into the outbox, a batch in a transaction, so that no voter is left out by a restart. */
import type { Transaction } from 'kysely'
import { isoNow } from '../../base/clock.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { inTransaction } from '../../parts/database/transact.ts'
import { enqueueMail } from '../../parts/mail/outbox.ts'
import {
  agendaOf,
  findAssembly,
  listConvocations,
  rulesOf,
  updateAssembly,
  votersAfter,
} from '../assembly/assembly-repository.ts'
import { eventFacts } from './event-mails.ts'
import { lockEvent } from './event-repository.ts'

const BATCH = 200

/** Items in the language of the reader, as far as there are two; numbered, because the minutes name them so. */
const agendaText = (agenda: ReturnType<typeof agendaOf>, language: string): string =>
  agenda
    .map(({ fr, ar }, index) => `${index + 1}. ${language === 'ar' && ar !== '' ? ar : fr}`)
    .join('\n')

/** @returns whether there is more to do */
async function sendBatch(
  deps: Deps,
  transaction: Transaction<Schema>,
  eventId: string,
): Promise<boolean> {
  const event = await lockEvent(transaction, eventId)
  const assembly = await findAssembly(transaction, eventId)
  if (event === undefined || assembly?.convened_up_to == null) return false
  const isOff = event.status !== 'published' || event.starts_at <= isoNow(deps.clock)
  const people = isOff
    ? []
    : await votersAfter(transaction, rulesOf(assembly), assembly.convened_up_to, BATCH)
  // What staff change meanwhile goes out with the next convocation: every member reads one agenda.
  const agenda = agendaOf({ agenda: assembly.convened_agenda ?? assembly.agenda })
  for (const { email: to, first_name: name, language } of people)
    await enqueueMail(deps, transaction, {
      to,
      language,
      template: 'assembly-convened',
      values: {
        name,
        ...eventFacts(deps, event, language),
        agenda: agendaText(agenda, language),
      },
    })
  const isLast = people.length < BATCH
  await updateAssembly(transaction, eventId, {
    convened_count: assembly.convened_count + people.length,
    convened_up_to: isLast ? null : (people.at(-1)?.id ?? null),
  })
  return !isLast
}

/** With `stopping` raised it ends after the batch under way. */
export async function sendConvocations(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const { db } = deps.database
  for (const { event_id: eventId } of await listConvocations(db))
    while (await inTransaction(db, (transaction) => sendBatch(deps, transaction, eventId)))
      if (stopping?.aborted === true) return
}
