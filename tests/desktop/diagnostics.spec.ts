import { expect, test } from '#tests/support/electron/fixtures.ts'
import { MEMBER } from '#tests/support/electron/scripted-api.ts'
import { callApi, invoke, signIn } from './in-page.ts'

test('diagnostics list the parts of the app without names of persons; a copy is the same text', async ({
  desktop,
  api,
}) => {
  const { page } = desktop
  await signIn(page)
  await callApi(page, '/api/card/verify', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payload: '10004217|Amna Idris|1990-04-12' }),
  })
  // Wait for what still runs after the start, which would be in the copy only: the language, the queue, calls of the
  // server.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await invoke(page, 'queue:state')
  await invoke(page, 'offline:refresh')
  const text = String(await invoke(page, 'diagnostics:read'))
  expect(text).toContain(`system: ${process.platform} ${process.arch}`)
  expect(text).toContain(`server: ${new URL(api.origin).host}`)
  expect(text).toContain('"event":"app.start"')
  for (const part of ['## App', '## Settings', '## Offline', '## Queue', '## Files', '## Log'])
    expect(text).toContain(part)
  for (const secret of [
    MEMBER.identifier,
    MEMBER.id,
    MEMBER.name,
    'Amna',
    'Idris',
    '10004217',
    ...api.tokens,
  ])
    expect(text).not.toContain(secret)

  await invoke(page, 'diagnostics:copy')
  const copied = await desktop.evaluate(({ clipboard }) => clipboard.readText())
  const withoutTimes = (all: string): string =>
    all
      .split('\n')
      .filter((line) => !/^WLD diagnostics|main\.log|s old of/.test(line))
      .join('\n')
  expect(withoutTimes(copied)).toContain(withoutTimes(text.split('## Log')[0] ?? ''))
})
