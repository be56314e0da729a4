import { expect, test } from 'vitest'
import { externalUrl, MAX_EXTERNAL_URL_CHARS } from './external-url.ts'

test.each(['https://example.org/a?b#c', 'https://EXAMPLE.org'])('%s opens outside', (url) =>
  expect(externalUrl(url)).toBe(new URL(url).href),
)
test.each([
  'http://example.org/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'smb://host/share',
  'ms-msdt:/id',
  'app://wld/',
  'mailto:a@b.c',
  'https://bank.example@evil.example/',
  'https://a:b@example.org/',
  'https://:b@example.org/',
  ` ${'x'.repeat(10)}`,
  '',
  `https://example.org/${'a'.repeat(3_000)}`,
])('%s does not open outside', (url) => expect(externalUrl(url)).toBeUndefined())
test('an address of the greatest length opens, one with a character more does not', () => {
  const longest = 'https://example.org/'.padEnd(MAX_EXTERNAL_URL_CHARS, 'a')
  expect(externalUrl(longest)).toBe(longest)
  expect(externalUrl(`${longest}a`)).toBeUndefined()
})
