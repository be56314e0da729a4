import { describe, expect, test } from 'vitest'
import { redact, redactStrictly } from './redact.ts'

const TOKEN = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJlc2lnbmF0dXJl'

test.each([
  ['authorization: Bearer abc.def-ghi', 'abc.def-ghi'],
  ['Basic YW1uYTpTZWNyZXQ=', 'YW1uYTpTZWNyZXQ='],
  [`token ${TOKEN} refused`, 'eyJ'],
  ['mail amna.idris@example.org bounced', 'amna'],
  ['card 10004217|Amna Idris|1990-04-12|1.k.1.2.3.sig read', 'Amna'],
  ['member WLD_10004217 gone', '10004217'],
  ['call +33 6 12 34 56 78', '12 34'],
  ['GET https://x.org/api/files/1?signature=abc&viewer=2', 'signature'],
  ['refresh 9f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c', '9f8e7d6c5b4a'],
])('takes the secret out of: %s', (text, secret) => expect(redact(text)).not.toContain(secret))

test('what helps to find a fault stays in the text', () => {
  const text = 'TypeError: fetch failed (Error: connect ECONNREFUSED 127.0.0.1:4310) d-0011aabbcc'
  expect(redact(text)).toBe(text)
})

test.each([
  ['read WLD_10004217|Amna Idris|1990-04-12', 'Amna'],
  ['read wld-10004217 now', '10004217'],
  ['/verify/7%7CAmna%20Idris%7C1990', 'Amna'],
  ['card ١٠٠٠٤٢١٧|آمنة إدريس|1990', 'آمنة'],
  ['7|Amna Idris', 'Amna'],
  ['call ٠٦ ١٢ ٣٤ ٥٦ ٧٨ now', '٣٤'],
  ['amna.idris%40example.org', 'amna'],
  ["ENOENT: open '/home/amna/.config/WLD/settings.json'", 'amna'],
  ['at C:\\Users\\Amna Idris\\AppData\\Roaming\\WLD\\main.js:1:2', 'Amna'],
  ['file:///Users/amna.idris/Library/x', 'amna'],
])('a name is also taken out of: %s', (text, secret) => expect(redact(text)).not.toContain(secret))

describe('what leaves the computer', () => {
  const own = { user: 'amna', home: '/srv/people/amna', host: 'amnas-laptop' }
  test.each([
    ["TypeError: Cannot read properties of undefined (reading 'Amna')", 'Amna'],
    ['no seat for Amna Idris at the door', 'Idris'],
    ['no seat for Amna el Idris', 'Amna'],
    ['no seat for IDRIS Amna', 'IDRIS'],
    ['no seat for Idris, AMNA', 'AMNA'],
    ['no seat for Élodie Ça-Va', 'Élodie'],
    ['لا مقعد لآمنة إدريس', 'آمنة'],
    ['нет места Амне Идрис', 'Амн'],
    ['bad body {"firstName":"amna\\" idris","city":"nyala"}', 'idris'],
    ['bad body {"firstName":"amna\\" idris","city":"nyala"}', 'nyala'],
    ['said “amna idris”', 'idris'],
    ['open /srv/people/amna/x', 'people'],
    ['resolve AMNAS-LAPTOP.local', 'LAPTOP'],
    ['user amna may not', 'amna'],
    [`Bearer ${TOKEN}`, TOKEN],
    ['amna@example.org', 'example'],
  ])('%s', (text, secret) => expect(redactStrictly(text, own)).not.toContain(secret))
  test('what helps stays', () => {
    for (const text of [
      'TypeError: fetch failed (Error: connect ECONNREFUSED 127.0.0.1:4310)',
      'net::ERR_CERT_DATE_INVALID',
      'EACCES: permission denied',
      'status 503',
    ])
      expect(redactStrictly(text, own)).toBe(text)
  })
  test('a name with signs of a pattern, or a very short one, breaks nothing', () => {
    expect(redactStrictly('a (b) failed', { user: '(b', home: '', host: 'a' })).toBe('a (b) failed')
    expect(redactStrictly('open c++x', { user: 'c++x', home: '', host: '' })).toBe('open [user]')
  })
})
