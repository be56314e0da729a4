/**
 * The server as a program that a test traces: its first start, people, then calls until it is stopped. Like
 * `src/server/demo/main.ts`, without the demonstration data, whose pictures would be most of the trace.
 */
import { parseArgs } from 'node:util'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { signIn, startApiServer } from './api-server.ts'

export interface TracedServer {
  /** strace ignores signals while it writes into a file, so the server is killed itself. */
  readonly pid: number
  readonly url: string
  readonly bearer: string
  readonly people: readonly { readonly cardId: string; readonly email: string }[]
}

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    people: { type: 'string' },
  },
})
const server = await startApiServer({
  engine: 'sqlite',
  dataDir: values.data ?? '',
  env: { SECRET_KEY: '', LIMITS_SCALE: '10000' },
})
const people: TracedServer['people'][number][] = []
for (let made = 0; made < Number(values.people); made += 1)
  people.push(await buildMember(server.deps, { details: { comments: 'First' } }))
startJobs(server.deps)
const admin = await buildMember(server.deps, { role: 'admin' })
const { accessToken: bearer } = await signIn(server, admin.email, TEST_PASSWORD)
const told: TracedServer = { pid: process.pid, url: server.url, bearer, people }
process.stdout.write(`${JSON.stringify(told)}\n`)
