/**
 * Counts what a call makes the server do: statements of the database and checks of passwords. Two calls that do the same
 * work take the same time; a comparison of times would depend on what else the machine does.
 */
import { DefaultQueryExecutor } from 'kysely'
import { vi } from 'vitest'
import type { ApiServer } from './api-server.ts'

export interface Work {
  /** Texts of the statements, without values, sorted: the order of independent ones is no work. */
  readonly statements: readonly string[]
  readonly passwordChecks: number
  /** Slow hashes of receipts. */
  readonly stretches: number
}

/** Each server reads the keys of sealed columns once a second, whatever it is called for. */
const READ_BY_A_TIMER = /^select .+ from "data_keys"$/

/** Runs a call on a server that is otherwise idle, and returns its reply with the work that it caused. */
export async function countWork<T>(
  { deps }: Pick<ApiServer, 'deps'>,
  call: () => Promise<T>,
): Promise<{ readonly value: T; readonly work: Work }> {
  await deps.throttle.close() // otherwise the hits of earlier calls are written by a timer while this one runs
  const execute = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery')
  const verify = vi.spyOn(deps.passwords, 'verify')
  const hash = vi.spyOn(deps.passwords, 'hash')
  const stretch = vi.spyOn(deps.passwords, 'stretch')
  try {
    const value = await call()
    return {
      value,
      work: {
        statements: execute.mock.calls
          .map(([{ sql }]) => sql)
          .filter((sql) => !READ_BY_A_TIMER.test(sql))
          .toSorted(),
        passwordChecks: verify.mock.calls.length + hash.mock.calls.length,
        stretches: stretch.mock.calls.length,
      },
    }
  } finally {
    for (const spy of [execute, verify, hash, stretch]) spy.mockRestore()
  }
}
