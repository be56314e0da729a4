import { contentSecurityPolicy } from '#shared/domain/access/content-security.ts'
import { expect, test } from '#tests/support/electron/fixtures.ts'

test('the page has the content security policy, and the policy is enforced', async ({
  desktop,
}) => {
  const result = await desktop.page.evaluate(async () => {
    const violated: string[] = []
    Object.assign(globalThis, { violated })
    document.addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective }) => void violated.push(effectiveDirective),
    )
    const add = (tag: string, fields: object): void =>
      document.body.append(Object.assign(document.createElement(tag), fields))
    add('script', { textContent: 'window.owned = true' })
    add('script', { src: 'https://evil.example/x.js' })
    add('style', { textContent: 'body{color:red}' })
    add('iframe', { src: 'https://evil.example/' })
    add('iframe', { srcdoc: '<p>x</p>' })
    add('object', { data: 'https://evil.example/x' })
    add('base', { href: 'https://evil.example/' })
    add('img', { src: 'https://evil.example/x.png' })
    const reached = await fetch('https://evil.example/').then(
      () => true,
      () => false,
    )
    // In a task of its own, because code that a test runs directly may call eval under any policy.
    const evaluated = await new Promise((resolve) => {
      setTimeout(() => {
        try {
          resolve((0, eval)('1') === 1) // oxlint-disable-line no-eval -- that it fails is the test
        } catch {
          resolve(false)
        }
      })
    })
    const policy = (await fetch('/')).headers.get('content-security-policy')
    return { reached, evaluated, owned: 'owned' in window, policy }
  })
  expect(result).toEqual({
    reached: false,
    evaluated: false,
    owned: false,
    policy: contentSecurityPolicy(),
  })
  // A frame is refused by another process than the page, so its event comes later.
  const violated = () =>
    desktop.page.evaluate(() => (globalThis as unknown as { violated: string[] }).violated) // the list above
  await expect
    .poll(async () => [...new Set(await violated())].toSorted())
    .toEqual([
      'base-uri',
      'connect-src',
      'frame-src',
      'img-src',
      'object-src',
      'script-src',
      'script-src-elem',
      'style-src-elem',
    ])
})

test('only files of the interface can be read', async ({ desktop }) => {
  const replies = await desktop.page.evaluate(async () => {
    const read = async (path: string): Promise<string> => {
      const reply = await fetch(path)
      return `${reply.status} ${(await reply.text()).includes('"version"') ? 'package.json' : ''}`
    }
    return Promise.all(
      [
        '/../package.json',
        '/..%2f..%2fpackage.json',
        '/assets/..%2f..%2f..%2fpackage.json',
        '/assets/%2e%2e/%2e%2e/package.json',
        '/assets/absent.js',
      ].map(read),
    )
  })
  for (const reply of replies) expect(reply).not.toContain('package.json')
  expect(replies.at(-1)).toBe('404 ')
})

test('range requests are served', async ({ desktop }) => {
  const part = await desktop.page.evaluate(async () => {
    const reply = await fetch('/index.html', { headers: { range: 'bytes=0-14' } })
    return [
      reply.status,
      reply.headers.get('content-range')?.replace(/\d+$/, 'n'),
      await reply.text(),
    ]
  })
  expect(part).toEqual([206, 'bytes 0-14/n', '<!doctype html>'])
})
