import type { listEvents as listRoute, readEvent as readRoute } from '#shared/contract/events.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { findEvent, readEvents } from './event-repository.ts'
import { maySee, seesDrafts } from './policy.ts'
import { presentEvent, presentEvents } from './present.ts'

export const listEvents: Handler<typeof listRoute> = async ({ caller }, deps) => {
  const { db } = deps.database
  return done(
    await presentEvents(deps, db, await readEvents(db, { drafts: seesDrafts(caller) }), caller),
  )
}

export const readEvent: Handler<typeof readRoute> = async ({ params, caller }, deps) => {
  const { db } = deps.database
  const event = await findEvent(db, params.id)
  if (event === undefined || !maySee(caller, event)) return refuse('not-found')
  return done(await presentEvent(deps, db, event, caller))
}
