/**
 * Step-up: a sensitive call wants the password of the last five minutes, and the second factor of the
 * last five minutes where the account has one.
 */
import type { ProofMethod } from '#shared/domain/access/factor-rules.ts'
import { refuse, type Refusal } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Caller } from '../../http/principal/caller.ts'
import { proofMethodsOf } from './factor-repository.ts'
import { proofLeftMs } from './step-up-repository.ts'

type StepUpDeps = Pick<Deps, 'secrets' | 'clock' | 'database'>
type Session = Pick<Caller, 'sessionId' | 'memberId' | 'factor'>

/** `proven` is the state of every session of an account with a factor that gets this far. */
const wantsFactor = ({ factor }: Session): boolean => factor === 'proven'

/** How the second factor can be proven, where a sensitive call wants it now; empty where it does not. */
export async function missingFactor(
  deps: StepUpDeps,
  caller: Session,
): Promise<readonly ProofMethod[]> {
  if (!wantsFactor(caller)) return []
  return (await proofLeftMs(deps, caller.sessionId, { kind: 'factor' })) > 0
    ? []
    : proofMethodsOf(deps.database.db, caller.memberId)
}

/** The refusal names what is missing, and how the factor can be proven. Undefined: the call is open. */
export async function stepUpRefusal(
  deps: StepUpDeps,
  caller: Session,
): Promise<Refusal | undefined> {
  const password = await proofLeftMs(deps, caller.sessionId, { kind: 'password' })
  const methods = await missingFactor(deps, caller)
  const missing = [
    ...(password === 0 ? ['password'] : []),
    ...(methods.length === 0 ? [] : ['factor']),
  ]
  return missing.length === 0
    ? undefined
    : refuse('step-up-required', { extra: { missing, methods } })
}

/**
 * What an account may do without the password, of all single acts together: the specification asks for
 * none where staff delete one thing or set one state. A session that somebody finds open is stopped
 * after ten, which is less than a day's work of theirs and can be put right (ADR 0080).
 */
const SINGLE_ACTS = { max: 10, windowS: 3_600 } as const

/** For an act on one thing that can be undone: open while its account has acts left, and after step-up. */
export async function singleActRefusal(
  deps: StepUpDeps & Pick<Deps, 'throttle'>,
  caller: Session,
): Promise<Refusal | undefined> {
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven === undefined) return undefined
  const bucket = `single-acts/${caller.memberId}`
  const hit = await deps.throttle.hit(bucket, SINGLE_ACTS.max, SINGLE_ACTS.windowS)
  return hit.ok ? undefined : unproven
}

/** How long sensitive calls stay open; 0 where they are not. */
export async function stepUpLeftMs(deps: StepUpDeps, caller: Session): Promise<number> {
  const password = await proofLeftMs(deps, caller.sessionId, { kind: 'password' })
  return wantsFactor(caller)
    ? Math.min(password, await proofLeftMs(deps, caller.sessionId, { kind: 'factor' }))
    : password
}
