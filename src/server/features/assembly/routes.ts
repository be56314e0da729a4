import type { Kysely } from 'kysely'
import type * as contract from '#shared/contract/assembly.ts'
import { countVoices, type AssemblyRules } from '#shared/domain/assembly.ts'
import { isoNow } from '../../base/clock.ts'
import type { Schema } from '../../parts/database/schema.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import { oneLookUp, type Found } from '../../records/look-ups/look-up-budget.ts'
import { done, refuse, type Outcome } from '../../base/outcome.ts'
import { findEvent, lockEvent } from '../../records/events/event-repository.ts'
import { isOver, maySee } from '../../records/events/policy.ts'
import {
  columnsOf,
  countEntitled,
  deleteAssembly,
  findAssembly,
  listProxies,
  mostHeld,
  rulesOf,
  writeAssembly,
  type AssemblyRow,
} from '../../records/assembly/assembly-repository.ts'
import { entitledOf, readHall } from '../../records/assembly/hall.ts'
import { minutesCsv, signatureList } from './lists.ts'
import { enterPaper, listPapers, withdrawPaper } from './papers.ts'
import { tellVoice } from '../../records/events/voice-mails.ts'
import { giveVoice, readOwnVoice, takeVoiceBack } from './voice.ts'

const present = async (
  db: Kysely<Schema>,
  row: AssemblyRow,
  entitled: number,
): Promise<contract.Assembly> => ({
  ...rulesOf(row),
  roles: [...rulesOf(row).roles],
  version: row.version,
  proxies: (await listProxies(db, row.event_id)).length,
  entitled,
})

const readAssembly: Handler<typeof contract.readAssembly> = async ({ params, caller }, deps) => {
  const { db } = deps.database
  const event = await findEvent(db, params.id)
  if (event === undefined || !maySee(caller, event)) return refuse('not-found')
  const row = await findAssembly(db, event.id)
  if (row === undefined) return done({ assembly: null })
  return done({ assembly: await present(db, row, await entitledOf(deps, rulesOf(row))) })
}

/** As the audit log tells it: old and new value, because the rules decide who decides. */
const told = (when: string, { memberBy, roles, quorum, proxiesPerHolder }: AssemblyRules) => ({
  [`${when}MemberBy`]: memberBy,
  [`${when}Roles`]: roles.join(' '),
  [`${when}Quorum`]: `${quorum.kind} ${quorum.value}`,
  [`${when}ProxiesPerHolder`]: proxiesPerHolder,
})

const saveAssembly: Handler<typeof contract.saveAssembly> = (
  { params, body: { version, ...rules }, facts },
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
            (await present(transaction, held, await countEntitled(transaction, rulesOf(held)))),
        },
      })
    const carried = await mostHeld(transaction, event.id)
    if (rules.proxiesPerHolder < carried)
      return refuse('invalid', {
        fields: [
          {
            path: 'body.proxiesPerHolder',
            code: 'voices_carried',
            message: `A member carries ${carried} voices already: at least ${carried}`,
          },
        ],
      })
    const row = {
      event_id: event.id,
      ...columnsOf(rules),
      version: (held?.version ?? 0) + 1,
    }
    await writeAssembly(transaction, row)
    facts.trace({
      target: `event:${event.id}`,
      detail: { ...(held && told('was', rulesOf(held))), ...told('now', rules) },
    })
    return done(await present(transaction, row, await countEntitled(transaction, rules)))
  })

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
