/**
 * Checks whether the time of a refused sign-in reveals membership. Four kinds in turn; medians, spread and ratios to
 * the first.
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
  const kinds = {
    'wrong password': [active.email, 'Wrong-Pass1!'],
    'unknown person': ['nobody@test.example', TEST_PASSWORD],
    'inactive member': [inactive.email, TEST_PASSWORD],
    'banned member': [banned.email, TEST_PASSWORD],
  } as const
  const times = new Map<string, number[]>(Object.keys(kinds).map((kind) => [kind, []]))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [kind, [identifier, password]] of Object.entries(kinds)) {
      const began = performance.now()
      const answer = await fetch(`${server.url}/api/auth/login`, {
        headers: { authorization: basic(identifier, password) },
      })
      await answer.arrayBuffer()
      if (answer.status !== 401) throw new Error(`${kind} was answered ${answer.status}`)
      if (round > 0) times.get(kind)?.push(performance.now() - began)
    }
  const at = (values: readonly number[], share: number): number =>
    values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN
  const base = at(times.get('wrong password') ?? [], 0.5)
  for (const [kind, values] of times)
    console.log(
      `${kind.padEnd(16)} median ${at(values, 0.5).toFixed(1)} ms (quartiles ${at(values, 0.25).toFixed(1)} to ${at(values, 0.75).toFixed(1)}), ratio ${(at(values, 0.5) / base).toFixed(3)}`,
    )
} finally {
  await server.stop()
}
