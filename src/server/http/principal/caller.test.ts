import { expect, test } from 'vitest'
import { networksOf } from './caller.ts'

test.each([
  ['203.0.113.7', ['203.0.113.7', '203.0.113.0/24']],
  ['::ffff:203.0.113.7', ['203.0.113.7', '203.0.113.0/24']],
  ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1:0::/56', '2001:db8:1::/48']],
  ['2001:0db8:0001:abcd::9', ['2001:db8:1:abcd::/64', '2001:db8:1:ab00::/56', '2001:db8:1::/48']],
  ['2001:db8::1', ['2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48']],
  ['::1', ['0:0:0:0::/64', '0:0:0:0::/56', '0:0:0::/48']],
  ['fe80::1%eth0', ['fe80:0:0:0::/64', 'fe80:0:0:0::/56', 'fe80:0:0::/48']],
])('%s counts as %j', (address, networks) =>
  expect(networksOf(address).map(({ network }) => network)).toEqual(networks),
)

test('wider networks have higher limits', () => {
  expect(networksOf('2001:db8::1').map(({ factor }) => factor)).toEqual([1, 2, 4])
  expect(networksOf('203.0.113.7').map(({ factor }) => factor)).toEqual([1, 8])
})
