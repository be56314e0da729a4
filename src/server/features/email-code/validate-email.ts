import { Email } from '#shared/contract/person-fields.ts'
import type { validateEmail as route } from '#shared/contract/email-code.ts'
import type { Handler } from '../../http/handlers.ts'
import { done } from '../../outcome.ts'
import { isDisposable } from './disposable.ts'

/** Checks the text alone: it does not read the accounts, so it cannot reveal them. */
export const validateEmail: Handler<typeof route> = async ({ body }) => {
  const read = Email.safeParse(body.email)
  if (!read.success) return done({ valid: false, reason: 'syntax', message: 'Invalid email' })
  if (isDisposable(read.data))
    return done({
      valid: false,
      reason: 'disposable',
      message: 'Give an address that you will keep: throw-away addresses are not accepted',
    })
  return done({ valid: true })
}
