import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import '#tests/support/property-seed.ts'
import { sameText } from '../../base/same-text.ts'
import {
  makeWords,
  pairingKey,
  pairingProof,
  readAddress,
  readCode,
  readWords,
  writeCode,
} from './pairing-code.ts'

const DOOR = 'a'.repeat(64)
const WORDS = 'lusab-babad-gutih-tugad'

describe('the words', () => {
  test('are read as people type them', () => {
    for (const typed of [WORDS, ' LUSAB babad  gutih tugad ', 'Lusab, Babad, Gutih, Tugad'])
      expect(readWords(typed)).toBe(WORDS)
  })
  test('are 64 bits, and no two codes have the same', () => {
    const made = Array.from({ length: 500 }, makeWords)
    expect(made.map(readWords)).toEqual(made)
    expect(new Set(made).size).toBe(500)
  })
  test('of three or five, or with other letters, are none', () => {
    for (const typed of [
      '',
      'lusab babad gutih',
      `${WORDS}-lusab`,
      'lusab babad gutih tugax',
      'cat dog hen cow',
    ])
      expect(readWords(typed)).toBeUndefined()
  })
})

describe('an address', () => {
  test.each([
    ['192.168.1.20', { host: '192.168.1.20', port: 7 }],
    [' 192.168.1.20:47616 ', { host: '192.168.1.20', port: 47_616 }],
    ['[fe80::1]:80', { host: 'fe80::1', port: 80 }],
    ['fe80::1', { host: 'fe80::1', port: 7 }],
  ])('%s', (typed, address) => expect(readAddress(typed, 7)).toEqual(address))
  test.each([
    '',
    'door.local',
    '192.168.1',
    '192.168.1.20:0',
    '192.168.1.20:65536',
    'http://10.0.0.1',
    '10.0.0.1:80:80',
  ])('%s is no address of a door', (typed) => expect(readAddress(typed, 7)).toBeUndefined())
})

describe('the code', () => {
  test('comes back from its text', () => {
    const code = {
      door: DOOR,
      words: WORDS,
      addresses: [
        { host: '192.168.1.20', port: 47_615 },
        { host: 'fe80::1', port: 9 },
      ],
    }
    expect(readCode(writeCode(code))).toEqual(code)
  })
  test('is read from no other text', () => {
    const good = writeCode({ door: DOOR, words: WORDS, addresses: [{ host: '10.0.0.1', port: 9 }] })
    expect(readCode(good)).toBeDefined()
    for (const text of [
      '',
      good.replace('1 ', '2 '),
      good.replace('aa', 'a'),
      good.replace('lusab', 'lusax'),
      good.replace(' 10.0.0.1:9', ''),
      `${good} door.local:9`,
      `${good} 10.0.0.2:9 10.0.0.3:9 10.0.0.4:9 10.0.0.5:9`,
    ])
      expect(readCode(text), text).toBeUndefined()
    fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => readCode(text) === undefined))
  })
})

test('a proof holds for one role, these keys and these nonces', () => {
  const key = pairingKey(WORDS)
  const sides = { inviter: 'i', joiner: 'j', inviterNonce: '1', joinerNonce: '2' }
  const proof = pairingProof(key, 'inviter', sides)
  expect(sameText(proof, pairingProof(pairingKey(WORDS), 'inviter', { ...sides }))).toBe(true)
  const others = [
    pairingProof(key, 'joiner', sides),
    pairingProof(pairingKey('lusab-babad-gutih-tugab'), 'inviter', sides),
    ...(['inviter', 'joiner', 'inviterNonce', 'joinerNonce'] as const).map((name) =>
      pairingProof(key, 'inviter', { ...sides, [name]: 'x' }),
    ),
  ]
  for (const other of others) expect(sameText(proof, other)).toBe(false)
  expect(sameText('', 'a')).toBe(false)
})
