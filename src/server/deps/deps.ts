import type { Logger } from 'pino'
import type { Role } from '#shared/domain/people/roles.ts'
import type { Clock } from '../base/clock.ts'
import type { AuditLog } from '../parts/audit/audit-log.ts'
import type { Database } from '../parts/database/engine.ts'
import type { Library } from '../parts/files/library.ts'
import type { FileStore } from '../parts/files/store/file-store.ts'
import type { MailSender } from '../parts/mail/mail-sender.ts'
import type { Signal } from '../parts/mail/signal.ts'
import type { AccessTokens } from '../parts/security/access-tokens.ts'
import type { Passwords } from '../parts/security/passwords.ts'
import type { Secrets } from '../parts/security/secrets.ts'
import type { SessionRows } from '../parts/security/session-rows.ts'
import type { SigningKeys } from '../parts/security/signing-keys.ts'
import type { Throttle } from '../parts/security/throttle.ts'
import type { TracelessNetworks } from '../parts/security/traceless-networks.ts'
import type { Config } from './config.ts'
import type { BankAccount } from './payment-config.ts'

/** What a server with demonstration data tells everybody. */
export interface Demonstration {
  /** The hint on the page of administrators. */
  readonly administrator: { readonly email: string; readonly password: string }
  /** One for each role, with the same password. */
  readonly accounts: readonly { readonly role: Role; readonly email: string }[]
  /** Made-up accounts for donations. */
  readonly bankAccounts: readonly BankAccount[]
}

/** All dependencies of the application; no module uses a global. */
export interface Deps {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  readonly database: Database
  readonly secrets: Secrets
  readonly keys: SigningKeys
  readonly accessTokens: AccessTokens
  readonly sessionRows: SessionRows
  readonly passwords: Passwords
  readonly throttle: Throttle
  /** Hides networks of callers who must leave no trace. */
  readonly tracelessNetworks: TracelessNetworks
  readonly audit: AuditLog
  readonly files: FileStore
  readonly library: Library
  readonly mail: MailSender
  /** Signal that a mail was put into the outbox. */
  readonly outboxSignal: Signal
  readonly version: string
  /** Undefined in production, whose build does not contain it. */
  readonly demonstration: Demonstration | undefined
  /** Raised when this machine is to get no more calls; those that come are still answered. */
  readonly stopping: AbortSignal
}
