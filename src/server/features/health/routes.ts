import { setTimeout as wait } from 'node:timers/promises'
import type * as contract from '#shared/contract/health.ts'
import { isFresh } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'

/** A check writes to the store and the route is public, so a result is cached for this long. */
const LOOK_KEPT_MS = 5_000

/** A part that hangs counts as away: a load balancer does not wait for it. */
const CHECK_LIMIT_MS = 2_500

type PartState = 'ok' | 'slow' | 'away'

interface Parts {
  readonly database: PartState
  readonly files: PartState
}
interface HealthCheck {
  readonly parts: Promise<Parts>
  /** Unset while it is under way. */
  endedAtMs?: number
}
const checks = new WeakMap<Deps, HealthCheck>()

async function lookAt(part: keyof Parts, { [part]: looked, log }: Deps): Promise<PartState> {
  const limit = new AbortController()
  const late = wait(CHECK_LIMIT_MS, 'slow' as const, { signal: limit.signal })
  try {
    const state = await Promise.race([looked.ping().then(() => 'ok' as const), late])
    if (state === 'slow') log.error({ part }, 'no reply in time')
    return state
  } catch (error) {
    log.error({ err: error, part }, 'not ready')
    return 'away'
  } finally {
    late.catch(() => undefined) // it rejects when it is no longer needed
    limit.abort()
  }
}

/** One check at a time, shared by all callers. */
function lastLook(deps: Deps): Promise<Parts> {
  const nowMs = (): number => deps.clock.now().getTime()
  const last = checks.get(deps)
  if (
    last !== undefined &&
    (last.endedAtMs === undefined || isFresh(last.endedAtMs, nowMs(), LOOK_KEPT_MS))
  )
    return last.parts
  const next: HealthCheck = {
    parts: Promise.all([lookAt('database', deps), lookAt('files', deps)])
      .then(([database, files]) => ({ database, files }))
      .finally(() => {
        next.endedAtMs = nowMs()
      }),
  }
  checks.set(deps, next)
  return next.parts
}

/** What can be read and written now. A write of its own would cost a commit for each look, so the last one tells. */
export async function readHealth(deps: Deps) {
  const { database, files } = await lastLook(deps)
  return { database, files, writes: deps.audit.isRefused() ? 'refused' : 'ok' } as const
}

const healthz: Handler<typeof contract.healthz> = async (_input, { version }) =>
  done({ status: 'ok', version })

/**
 * Whether this server can serve. A store that is away, or a disk that is full, is in the body alone: pages, lists and
 * verdicts work without them, and a proxy that stops asking would take these away too.
 */
const readyz: Handler<typeof contract.readyz> = async (_input, deps) => {
  if (deps.stopping.aborted) return refuse('not-ready', { extra: { part: 'process' } })
  const { database, ...rest } = await readHealth(deps)
  return database === 'ok'
    ? done({ status: 'ready', database, ...rest })
    : refuse('not-ready', { extra: { part: 'database' } })
}

export const healthHandlers: HandlersOf<typeof contract.healthRoutes> = {
  'health.process': healthz,
  'health.ready': readyz,
}
