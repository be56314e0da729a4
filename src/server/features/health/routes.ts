import { setTimeout as wait } from 'node:timers/promises'
import type * as contract from '#shared/contract/health.ts'
import type { Deps } from '../../deps.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'

/** A check writes to the store and the route is public, so a result is cached for this long. */
const LOOK_KEPT_MS = 5_000

interface Look {
  /** Name of the part that does not respond. */
  readonly failed: Promise<string | undefined>
  /** Unset while it is under way. */
  endedAtMs?: number
}
const looks = new WeakMap<Deps, Look>()

/** A part that hangs counts as away: a load balancer does not wait for it. */
const LOOK_LIMIT_MS = 2_500

async function look({ database, files, log }: Deps): Promise<string | undefined> {
  const parts = { database: () => database.ping(), files: () => files.ping() }
  const limit = new AbortController()
  const failed = await Promise.all(
    Object.entries(parts).map(async ([name, ping]) => {
      try {
        const late = wait(LOOK_LIMIT_MS, undefined, { signal: limit.signal }).then(() =>
          Promise.reject(new Error('no answer in time')),
        )
        await Promise.race([ping(), late])
        return undefined
      } catch (error) {
        log.error({ err: error, part: name }, 'not ready')
        return name
      }
    }),
  )
  limit.abort()
  return failed.find((name) => name !== undefined)
}

/** One check at a time, shared by all callers. */
function lastLook(deps: Deps): Promise<string | undefined> {
  const nowMs = (): number => deps.clock.now().getTime()
  const last = looks.get(deps)
  if (
    last !== undefined &&
    (last.endedAtMs === undefined || Math.abs(nowMs() - last.endedAtMs) < LOOK_KEPT_MS)
  )
    return last.failed
  const next: Look = {
    failed: look(deps).finally(() => {
      next.endedAtMs = nowMs()
    }),
  }
  looks.set(deps, next)
  return next.failed
}

const healthz: Handler<typeof contract.healthz> = async (_input, { version }) =>
  done({ status: 'ok', version })

const readyz: Handler<typeof contract.readyz> = async (_input, deps) => {
  if (deps.stopping.aborted) return refuse('not-ready', { extra: { part: 'process' } })
  const part = await lastLook(deps)
  return part === undefined
    ? done({ status: 'ready', database: 'ok', files: 'ok' })
    : refuse('not-ready', { extra: { part } })
}

export const healthHandlers: HandlersOf<typeof contract.healthRoutes> = {
  'health.process': healthz,
  'health.ready': readyz,
}
