import type { Logger } from 'pino'
import type { AuditLog } from './audit/audit-log.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database/engine.ts'
import type { FileStore } from './files/store/file-store.ts'
import type { Library } from './files/library.ts'
import type { Signal } from './mail/signal.ts'
import type { MailSender } from './mail/mail-sender.ts'
import type { AccessTokens } from './security/access-tokens.ts'
import type { Passwords } from './security/passwords.ts'
import type { Secrets } from './security/secrets.ts'
import type { SigningKeys } from './security/signing-keys.ts'
import type { Throttle } from './security/throttle.ts'
import type { Veil } from './security/veil.ts'

/** All dependencies of the application; no module uses a global. */
export interface Deps {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  readonly database: Database
  readonly secrets: Secrets
  readonly keys: SigningKeys
  readonly accessTokens: AccessTokens
  readonly passwords: Passwords
  readonly throttle: Throttle
  /** Hides networks of callers who must leave no trace. */
  readonly veil: Veil
  readonly audit: AuditLog
  readonly files: FileStore
  readonly library: Library
  readonly mail: MailSender
  /** Signal that a mail was put into the outbox. */
  readonly outboxSignal: Signal
  readonly version: string
  /** Raised when this machine is to get no more calls; those that come are still answered. */
  readonly stopping: AbortSignal
}
