import { Email } from '#shared/contract/person-fields.ts'
import type { validateEmail as route } from '#shared/contract/registration.ts'
import type { Handler } from '../../http/handlers.ts'
import { done } from '../../http/outcome.ts'
import { isDisposable } from './disposable.ts'

/** Looks at the text alone: who is registered is not asked, so it cannot be told. */
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
