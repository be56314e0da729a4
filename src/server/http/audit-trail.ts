/**
 * The audit row of one call: the handler collects its fields, and it is written with the change in
 * one transaction.
 */
import type { Transaction } from 'kysely'
import { mayChange, type RouteDefinition } from '#shared/contract/base/define-route.ts'
import type { Refusal } from '../base/outcome.ts'
import type { Deps } from '../deps/deps.ts'
import type { Schema } from '../parts/database/schema.ts'
import { transact } from '../parts/database/transact.ts'
import type { RequestFacts, Trace } from './handlers.ts'

interface Call {
  readonly route: RouteDefinition
  readonly requestId: string
  /** The actor, unless the handler names another one. */
  readonly actor: string
}

export interface AuditTrail extends Pick<RequestFacts, 'trace' | 'transact'> {
  /** After a success: writes the row of a call that did not write it in a transaction. */
  finish(): Promise<void>
  /** After the rollback of a refused call: writes the row that the refusal names. */
  finishRefused(refusal: Refusal): Promise<void>
}

export function createAuditTrail(
  { audit, config, database, log }: Pick<Deps, 'audit' | 'config' | 'database' | 'log'>,
  { route, requestId, actor }: Call,
): AuditTrail {
  let trace: Trace = {}
  let isWritten = route.audit === null
  const write = async (transaction?: Transaction<Schema>): Promise<void> => {
    if (route.audit !== null)
      await audit.write({ actor, action: route.audit, ...trace, requestId }, transaction)
  }
  /** A fault in a handler. Users get their response, and the log informs the operator. */
  const tellFault = (fault: string): void => {
    const error = new Error(`${route.id}: ${fault}`)
    if (config.environment !== 'production') throw error
    log.error({ err: error, requestId }, 'the audit row was not written with the change')
  }
  return {
    trace: (more) => {
      if (isWritten && route.audit !== null)
        tellFault('facts.trace was called after the audit row was written')
      trace = { ...trace, ...more }
    },
    transact: async (command) => {
      if (isWritten && route.audit !== null)
        tellFault('facts.transact was called a second time; a call has one audit row')
      const outcome = await transact(database.db, async (transaction) => {
        const result = await command(transaction)
        // Last, because the row locks the head of the log until the commit.
        if (result.ok) await write(transaction)
        return result
      })
      isWritten ||= outcome.ok
      return outcome
    },
    finish: async () => {
      if (isWritten) return
      if (mayChange(route)) tellFault('what changes something runs in facts.transact')
      await write()
    },
    finishRefused: async ({ audit: entry }) => {
      if (entry !== undefined) await audit.write({ actor, ...entry, requestId })
    },
  }
}
