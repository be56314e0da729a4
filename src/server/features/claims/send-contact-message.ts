import { sendContactMessage as route } from '#shared/contract/claims.ts'
import { FALLBACK_LANGUAGE } from '#shared/domain/languages.ts'
import { fullName } from '#shared/domain/person-name.ts'
import { isoNow } from '../../clock.ts'
import type { Handler } from '../../http/handlers.ts'
import { done } from '../../outcome.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { acceptedLanguage } from '../../mail/mail-language.ts'
import { demandProof } from '../../security/proof-of-work.ts'
import { takeReference } from '../../security/reference.ts'
import { emailKey } from '../../contact-keys.ts'
import { insertClaim } from './claim-repository.ts'

const REFERENCE_PREFIX = 'MSG'

/**
 * The bare address in `WLD <office@wld.example>`: contact messages go to the address to which
 * members reply.
 */
export const mailboxOf = (mailFrom: string): string =>
  /<([^<>]+)>\s*$/.exec(mailFrom)?.[1]?.trim() ?? mailFrom.trim()

export const sendContactMessage: Handler<typeof route> = async (
  { headers, body, caller, facts },
  deps,
) => {
  const unproven = await demandProof(
    deps,
    facts,
    route,
    headers['x-proof-of-work'],
    emailKey(body.email),
  )
  if (unproven !== undefined) return unproven
  const { firstName, lastName, email, phoneNumber, subject, message } = body
  return facts.transact(async (transaction) => {
    const claim = {
      member_id: caller?.memberId ?? null,
      first_name: firstName,
      last_name: lastName,
      email,
      phone: phoneNumber,
      subject,
      message,
      language: acceptedLanguage(headers['accept-language']) ?? null,
      created_at: isoNow(deps.clock),
    }
    const reference = await takeReference(REFERENCE_PREFIX, (id) =>
      insertClaim(transaction, { ...claim, id }),
    )
    await enqueueMail(deps, transaction, {
      to: mailboxOf(deps.config.mailFrom),
      language: FALLBACK_LANGUAGE,
      template: 'contact-message',
      values: {
        reference,
        subject,
        name: fullName({ firstName, lastName }),
        email,
        phone: phoneNumber,
        message,
      },
    })
    facts.trace({ target: `claim:${reference}`, detail: { subject } })
    return done({ sent: true as const, reference })
  })
}
