import { expect, test } from 'vitest'
import { isFromElsewhere } from './plain-pages.ts'

const HERE = 'https://wld.example'

test.each([
  [{}, false],
  [{ 'sec-fetch-site': 'same-origin', origin: HERE }, false],
  [{ 'sec-fetch-site': 'none' }, false],
  [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, false],
  [{ origin: HERE }, false],
  [{ origin: 'http://inside.onion' }, false],
  [{ origin: 'https://evil.example' }, true],
  [{ origin: 'https://wld.example.evil.example' }, true],
  [{ origin: 'https://wld.example:8443' }, true],
  [{ origin: 'null' }, true],
  [{ origin: 'no address' }, true],
  [{ 'sec-fetch-site': 'none', origin: 'https://evil.example' }, true],
  [{ 'sec-fetch-site': 'same-site' }, true],
  [{ 'sec-fetch-site': 'cross-site', origin: HERE }, true],
])('a form with %o comes from another site: %s', (headers, wanted) => {
  expect(isFromElsewhere({ headers, host: 'inside.onion' }, HERE)).toBe(wanted)
})
