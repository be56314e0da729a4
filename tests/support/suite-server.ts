/** One server for the tests of a suite, and people who are signed in there. */
import { afterAll, beforeAll, test, type TestAPI } from 'vitest'
import type { Role } from '#shared/domain/people/roles.ts'
import { buildPerson, type Person, type PersonWish } from '#tests/builders/person.ts'
import { startApiServer, type ApiServer, type ApiServerOptions } from './api-server.ts'
import type { EngineName } from './engines.ts'

type Options = Omit<ApiServerOptions, 'engine'>

/**
 * Starts the server before the first test of a suite and stops it after the last. Vitest runs hooks of a suite in
 * the order of their lines, and those after it in the reverse order, so this call stands before hooks that use the
 * server and behind those for what the server uses.
 * @param options as a function where they are known in hooks only, such as the address of a stand-in
 */
export function suiteServer(
  { engine, skip = false }: { readonly engine: EngineName; readonly skip?: boolean },
  options: Options | (() => Options | Promise<Options>) = {},
): {
  readonly server: ApiServer
  readonly run: TestAPI['skip']
  readonly person: (role?: Role, wish?: PersonWish) => Promise<Person>
} {
  let started: ApiServer | undefined
  beforeAll(async () => {
    const wish = typeof options === 'function' ? await options() : options
    started = await startApiServer({ engine, ...wish })
  })
  afterAll(() => started?.stop())
  const server = new Proxy({} as ApiServer, {
    get: (_, name) => {
      if (started === undefined) throw new Error('The server runs in tests and hooks only')
      return Reflect.get(started, name) as unknown
    },
  })
  return {
    server,
    run: test.skipIf(skip),
    person: (role = 'member', wish = {}) => buildPerson(server.deps, { ...wish, role }),
  }
}
