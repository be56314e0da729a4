/**
 * Checks whether the time of a refused sign-in, or of a request for a reset code, reveals membership. The kinds in turn;
 * medians, spread and ratios to the first. `tests/security/enumeration.test.ts` compares the work behind them.
 */
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { basic, startApiServer } from '#tests/support/api-server.ts'

const ROUNDS = 60

const server = await startApiServer({
  engine: 'sqlite',
  realPasswords: true,
  env: { LIMITS_SCALE: '10000' },
})
try {
  const active = await buildMember(server.deps)
  const inactive = await buildMember(server.deps, { status: 'inactive' })
  const banned = await buildMember(server.deps, { status: 'banned' })
  const signIn = (identifier: string, password: string) => () =>
    fetch(`${server.url}/api/auth/login`, {
      headers: { authorization: basic(identifier, password) },
    })
  const reset = (identifier: string) => () =>
    fetch(`${server.url}/api/user/password/reset`, { headers: { identifier } })
  await compare(401, {
    'wrong password': signIn(active.email, 'Wrong-Pass1!'),
    'unknown person': signIn('nobody@test.example', TEST_PASSWORD),
    'inactive member': signIn(inactive.email, TEST_PASSWORD),
    'banned member': signIn(banned.email, TEST_PASSWORD),
  })
  await compare(200, {
    'reset: member': reset(active.email),
    'reset: unknown person': reset('nobody@test.example'),
    'reset: inactive member': reset(inactive.email),
    'reset: banned member': reset(banned.email),
  })
} finally {
  await server.stop()
}

async function compare(
  status: number,
  kinds: Readonly<Record<string, () => Promise<Response>>>,
): Promise<void> {
  const times = new Map<string, number[]>(Object.keys(kinds).map((kind) => [kind, []]))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [kind, call] of Object.entries(kinds)) {
      const began = performance.now()
      const reply = await call()
      await reply.arrayBuffer()
      if (reply.status !== status) throw new Error(`${kind} got ${reply.status}`)
      if (round > 0) times.get(kind)?.push(performance.now() - began)
    }
  const at = (values: readonly number[], share: number): number =>
    values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN
  const [first = []] = times.values()
  const base = at(first, 0.5)
  for (const [kind, values] of times)
    console.log(
      `${kind.padEnd(24)} median ${at(values, 0.5).toFixed(1)} ms (quartiles ${at(values, 0.25).toFixed(1)} to ${at(values, 0.75).toFixed(1)}), ratio ${(at(values, 0.5) / base).toFixed(3)}`,
    )
}
