import type { Kysely } from 'kysely'
import type * as contract from '#shared/contract/assembly.ts'
import { countVoices, type AssemblyRules } from '#shared/domain/assembly.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse, type Outcome, refuseField } from '../../base/outcome.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import type { Schema } from '../../parts/database/schema.ts'
import {
  columnsOf,
  countEntitled,
  deleteAssembly,
  findAssembly,
  listProxies,
  mostHeld,
  rulesOf,
  writeAssembly,
} from '../../records/assembly/assembly-repository.ts'
import { entitledOf, readHall } from '../../records/assembly/attendance-count.ts'
import { presentAssembly } from '../../records/assembly/present.ts'
import { findEvent, lockEvent, type EventRow } from '../../records/events/event-repository.ts'
import { isOver, maySee } from '../../records/events/policy.ts'
import { tellVoice } from '../../records/events/voice-mails.ts'
import { oneLookUp, type Found } from '../../records/look-ups/look-up-budget.ts'
import { conveneAssembly, saveAgenda } from './agenda.ts'
import { minutesCsv, signatureList } from './lists.ts'
import { readMinutes } from './minutes.ts'
import { giveVoice, readOwnVoice, takeVoiceBack } from './own-voice.ts'
import { enterPaper, listPapers, withdrawPaper } from './paper-proxies.ts'

const readAssembly: Handler<typeof contract.readAssembly> = async ({ params, caller }, deps) => {
  const { db } = deps.database
  const event = await findEvent(db, params.id)
  if (event === undefined || !maySee(caller, event)) return refuse('not-found')
  const row = await findAssembly(db, event.id)
  if (row === undefined) return done({ assembly: null })
  return done({
    assembly: await presentAssembly(db, event, row, await entitledOf(deps, rulesOf(row))),
  })
}

/** As the audit log tells it: old and new value, because the rules decide who decides. */
const told = (when: string, { memberBy, roles, quorum, proxiesPerHolder }: AssemblyRules) => ({
  [`${when}MemberBy`]: memberBy,
  [`${when}Roles`]: roles.join(' '),
  [`${when}Quorum`]: `${quorum.kind} ${quorum.value}`,
  [`${when}ProxiesPerHolder`]: proxiesPerHolder,
})

const saveAssembly: Handler<typeof contract.saveAssembly> = (
  { params, body: { version, kind, noticeDays, secondOf, ...rules }, facts },
  { clock },
) =>
  facts.transact(async (transaction) => {
    const event = await lockEvent(transaction, params.id)
    if (event === undefined) return refuse('not-found')
    const held = await findAssembly(transaction, event.id)
    const now = isoNow(clock)
    // Rules that were set before stay from the start on; an event that is found to be an assembly late can still become one.
    if (held === undefined ? isOver(event, now) : event.starts_at <= now)
      return refuse('assembly-began')
    if (version !== held?.version)
      return refuse('conflict', {
        extra: {
          current:
            held &&
            (await presentAssembly(
              transaction,
              event,
              held,
              await countEntitled(transaction, rulesOf(held)),
            )),
        },
      })
    const carried = await mostHeld(transaction, event.id)
    if (rules.proxiesPerHolder < carried)
      return refuseField(
        'body.proxiesPerHolder',
        'voices_carried',
        `A member carries ${carried} voices already: at least ${carried}`,
      )
    if (rules.quorum.value === 0 && secondOf === null)
      return refuseField(
        'body.quorum.value',
        'no_quorum',
        'Only a second convocation may do without a quorum: at least 1',
      )
    if (secondOf !== null && !(await isEarlierAssembly(transaction, event, secondOf)))
      return refuseField(
        'body.secondOf',
        'no_assembly',
        'Name an assembly that begins before this one',
      )
    await writeAssembly(transaction, {
      event_id: event.id,
      ...columnsOf(rules),
      kind,
      notice_days: noticeDays,
      second_of: secondOf,
      version: (held?.version ?? 0) + 1,
    })
    const row = await findAssembly(transaction, event.id)
    if (row === undefined) throw new Error('The assembly was written a moment ago')
    facts.trace({
      target: `event:${event.id}`,
      detail: {
        ...(held && told('was', rulesOf(held))),
        ...told('now', rules),
        kind,
        noticeDays,
        secondOf,
      },
    })
    return done(
      await presentAssembly(transaction, event, row, await countEntitled(transaction, rules)),
    )
  })

async function isEarlierAssembly(
  db: Kysely<Schema>,
  event: Pick<EventRow, 'id' | 'starts_at'>,
  firstId: string,
): Promise<boolean> {
  if (firstId === event.id || (await findAssembly(db, firstId)) === undefined) return false
  const first = await findEvent(db, firstId)
  return first !== undefined && first.starts_at < event.starts_at
}

const removeAssembly: Handler<typeof contract.removeAssembly> = ({ params, facts }, deps) =>
  facts.transact(async (transaction) => {
    const event = await lockEvent(transaction, params.id)
    const held = event && (await findAssembly(transaction, event.id))
    if (event === undefined || held === undefined) return refuse('not-found')
    if (event.starts_at <= isoNow(deps.clock)) return refuse('assembly-began')
    const proxies = await listProxies(transaction, event.id)
    await deleteAssembly(transaction, event.id)
    for (const { giver } of proxies) await tellVoice(deps, transaction, event, giver, 'voice-ended')
    facts.trace({
      target: `event:${event.id}`,
      detail: { ...told('was', rulesOf(held)), proxies: proxies.length },
    })
    return done({})
  })

const countAssembly: Handler<typeof contract.countAssembly> = async ({ params, caller }, deps) => {
  const { db } = deps.database
  const event = await findEvent(db, params.id)
  if (event === undefined || !maySee(caller, event)) return refuse('not-found')
  const row = await findAssembly(db, event.id)
  if (row === undefined) return refuse('not-found')
  const rules = rulesOf(row)
  const hall = await readHall(db, event.id, rules)
  return done({
    ...countVoices(hall, rules.quorum, await entitledOf(deps, rules)),
    at: isoNow(deps.clock),
  })
}

/** A refused number may belong to no member: the price does not show which case it is. */
const carriesVoice = (outcome: Outcome<unknown>): Found =>
  outcome.ok ? { known: 1, unknown: 0 } : { known: 0, unknown: 1 }

export const assemblyHandlers: HandlersOf<typeof contract.assemblyRoutes> = {
  'assembly.read': readAssembly,
  'assembly.save': saveAssembly,
  'assembly.saveAgenda': saveAgenda,
  'assembly.convene': conveneAssembly,
  'assembly.readMinutes': readMinutes,
  'assembly.remove': removeAssembly,
  'assembly.ownVoice': readOwnVoice,
  'assembly.give': oneLookUp(giveVoice, { foundIn: carriesVoice }),
  'assembly.takeBack': takeVoiceBack,
  'assembly.papers': listPapers,
  'assembly.enterPaper': oneLookUp(enterPaper, { foundIn: carriesVoice }),
  'assembly.withdrawPaper': withdrawPaper,
  'assembly.counts': countAssembly,
  'assembly.signatures': signatureList,
  'assembly.minutes': minutesCsv,
}
