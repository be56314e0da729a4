import type { Kysely } from 'kysely'
import type { Deps } from '../../deps/deps.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { readAssociation } from '../../records/settings/settings-repository.ts'

/** The bare address in `WLD <office@wld.example>`. */
export const mailboxOf = (mailFrom: string): string =>
  /<([^<>]+)>\s*$/.exec(mailFrom)?.[1]?.trim() ?? mailFrom.trim()

/**
 * Messages go to the address of the association. Until it is set they go to the sender of the mails, which is often a
 * mailbox that nobody reads: the doctor says so.
 */
export const officeMailbox = async (db: Kysely<Schema>, mailFrom: string): Promise<string> =>
  (await readAssociation(db)).email || mailboxOf(mailFrom)

/** The page where a message is answered, for the mail to the office. */
export const claimAddress = ({ config }: Pick<Deps, 'config'>, reference: string): string =>
  `${config.publicUrl}/messages/${reference}`
