import { describe, expect, test } from 'vitest'
import type { ApiServer } from '#tests/support/api-server.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

// No database is needed: the engine has no part in this file.
const PATH = '/.well-known/security.txt'
const DAY_MS = 86_400_000

async function read(server: ApiServer, path = PATH) {
  const reply = await fetch(`${server.url}${path}`)
  return { reply, text: await reply.text() }
}

describe('security.txt', () => {
  const { server } = suiteServer(
    { engine: 'sqlite' },
    {
      env: {
        PUBLIC_URL: 'https://members.example.org',
        SECURITY_CONTACT: 'mailto:security@example.org',
        SECURITY_POLICY_URL: 'https://example.org/policy',
      },
    },
  )

  test('names the contact, the languages, its own address and the policy', async () => {
    const { reply, text } = await read(server)
    expect({
      status: reply.status,
      type: reply.headers.get('content-type'),
      nosniff: reply.headers.get('x-content-type-options'),
    }).toEqual({ status: 200, type: 'text/plain; charset=utf-8', nosniff: 'nosniff' })
    const expires = /^Expires: (.+)$/m.exec(text)?.[1] ?? ''
    expect(text).toBe(
      [
        'Contact: mailto:security@example.org',
        `Expires: ${expires}`,
        'Preferred-Languages: en, ar, fr',
        `Canonical: https://members.example.org${PATH}`,
        'Policy: https://example.org/policy',
        '',
      ].join('\n'),
    )
  })

  test('expires within a year of each request', async () => {
    const daysLeft = async () => {
      const { text } = await read(server)
      const expires =
        /^Expires: (\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)$/m.exec(text)?.[1] ?? ''
      return (new Date(expires).getTime() - server.clock.now().getTime()) / DAY_MS
    }
    const now = await daysLeft()
    expect(now).toBeGreaterThan(30)
    expect(now).toBeLessThan(365)
    server.clock.advance(400 * 86_400)
    expect(await daysLeft()).toBeCloseTo(now, 2)
  })
  test('only GET and HEAD reach it', async () => {
    const statusOf = async (method: string) =>
      (await fetch(`${server.url}${PATH}`, { method })).status
    expect([await statusOf('HEAD'), await statusOf('POST'), await statusOf('DELETE')]).toEqual([
      200, 404, 404,
    ])
  })
})

describe('security.txt without configuration', () => {
  const { server } = suiteServer({ engine: 'sqlite' })

  test('does not exist', async () => {
    const { reply, text } = await read(server)
    expect(reply.status).toBe(404)
    expect(text).not.toContain('Contact')
  })
})
