import { describe, expect, test } from 'vitest'
import { readAddress } from './read-address.ts'

const ORIGIN = 'https://members.example.org'

describe('what people type', () => {
  test.each([
    'members.example.org',
    '  members.example.org \n',
    'Members.Example.ORG',
    'https://members.example.org',
    'HTTPS://members.example.org/',
    'members.example.org/',
    'members.example.org/login?next=/admin#top',
    'https://members.example.org/events/general-assembly',
    'members.example.org.',
    'members.example.org:443',
    '\u200Fmembers.example.org\u200E',
    '\u2068https://members.example.org\u2069',
    '\uFEFFmembers.example.org',
  ])('%j', (typed) => expect(readAddress(typed)).toEqual({ ok: true, origin: ORIGIN }))
  test.each([
    ['members.example.org:8443', 'https://members.example.org:8443'],
    ['192.168.1.20', 'https://192.168.1.20'],
    ['intranet', 'https://intranet'],
    ['أعضاء.example.org', 'https://xn--ggbdm3do.example.org'],
    ['[2001:db8::1]:8443', 'https://[2001:db8::1]:8443'],
  ])('%j is %s', (typed, origin) => expect(readAddress(typed)).toEqual({ ok: true, origin }))
})

describe('this computer', () => {
  test.each([
    ['localhost:4310', 'http://localhost:4310'],
    ['127.0.0.1:4310', 'http://127.0.0.1:4310'],
    ['[::1]:4310/', 'http://[::1]:4310'],
    ['http://localhost:4310', 'http://localhost:4310'],
    ['https://localhost:4310', 'https://localhost:4310'],
  ])('%s is %s', (typed, origin) => expect(readAddress(typed)).toEqual({ ok: true, origin }))
  test.each([
    'http://members.example.org',
    'http://localhost.example.org',
    'http://127.0.0.1.example.org',
    'http://192.168.1.20',
    'http://0.0.0.0:4310',
    'HTTP://members.example.org/x',
  ])('%s is another one, and http is not safe', (typed) =>
    expect(readAddress(typed)).toEqual({ ok: false, fault: 'insecure' }),
  )
  test('a name that only begins like it gets https', () =>
    expect(readAddress('localhost.example.org')).toEqual({
      ok: true,
      origin: 'https://localhost.example.org',
    }))
})

test.each([
  '',
  '   ',
  '\u200F',
  'two words',
  'members example.org',
  'ftp://members.example.org',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'mailto:a@example.org',
  'https://',
  'https:///',
  '://x',
  '/path',
  '?x',
  '#x',
  'https://user:word@members.example.org',
  'https://members.example.org@evil.example',
  'amna@example.org',
  String.raw`https://members.example.org\@evil.example`,
  'https://members.example.org:99999',
  'https://members.example.org:0',
  'https://[::1',
  'https://%',
  'app://wld',
  'wld://verify',
  'https://mem\tbers.example.org',
  `https://${'a'.repeat(3_000)}.example`,
  '.',
  'https://.',
  'https://exa mple.org',
  'https://a%00b.example',
])('%j cannot be read', (typed) =>
  expect(readAddress(typed)).toEqual({ ok: false, fault: 'address' }),
)
