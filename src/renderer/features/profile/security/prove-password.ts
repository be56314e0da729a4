import { validatePassword } from '#shared/contract/users.ts'
import { ask, CallFailure } from '../../../platform/calls/api.ts'
import { reloadProfile } from '../use-profile.ts'

const RELOAD_LIMIT_MS = 2_000

/** Opens the sensitive calls of this session; false when the password is wrong. */
export async function provePassword(cardId: string, password: string): Promise<boolean> {
  const { valid } = await ask(validatePassword, { body: { password, id: cardId } })
  // It says how long the proof holds: who goes on at once is not asked again. On a line that drops now nobody waits for it.
  if (valid)
    await Promise.race([
      reloadProfile(cardId),
      new Promise((resolve) => setTimeout(resolve, RELOAD_LIMIT_MS)),
    ])
  return valid
}

/** The server requires the password (again): five minutes are over, or another session proved it. */
export const isStepUpRequired = (error: unknown): boolean =>
  error instanceof CallFailure && error.problem?.code === 'step-up-required'
