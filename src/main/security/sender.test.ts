import { expect, test } from 'vitest'
import { isTrustedFrame } from './sender.ts'

type Frame = Parameters<typeof isTrustedFrame>[0]
const frame = (url: string, parent: object | null = null): Frame => ({
  url,
  parent: parent as never,
}) // only its absence is read

test('accepts our main frame', () => {
  expect(isTrustedFrame(frame('app://wld/'))).toBe(true)
  expect(isTrustedFrame(frame('app://wld/verify?x=1'))).toBe(true)
})
test.each([
  ['a frame inside our page', frame('app://wld/', {})],
  ['a foreign page', frame('https://evil.example/')],
  ['a foreign host of our scheme', frame('app://evil/')],
  ['a host that starts alike', frame('app://wld.evil/')],
  ['a user name that looks like us', frame('app://wld@evil/')],
  ['a blank page', frame('about:blank')],
  ['a page without address', frame('')],
  ['a frame that is gone', null],
])('%s is not', (_, sender) => expect(isTrustedFrame(sender)).toBe(false))
