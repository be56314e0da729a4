import { describe, expect, test } from 'vitest'
import { DOOR_NAME_MAX, doorNameKey, isPlainDoorName, plainDoorName } from './door-name.ts'

describe('the name of a door', () => {
  test.each(['North door', 'Porte n° 2', 'الباب الشرقي', 'Entrée (sud)', '1'])(
    '%s can be read',
    (name) => expect(isPlainDoorName(name)).toBe(true),
  )
  test.each([
    ['nothing', ''],
    ['blanks around it', ' North'],
    ['a zero-width blank', 'N\u200borth'],
    ['a word joiner', 'N\u2060orth'],
    ['a soft hyphen', 'N\u00adorth'],
    ['a turned reading order', '\u202ehtroN'],
    ['an isolate', '\u2067North\u2069'],
    ['a mark of Arabic letters', '\u061cNorth'],
    ['a variation selector', 'North\ufe0f'],
    ['a letter that no font draws', 'North\u3164'],
    ['the begin of a tag', 'North\u{e0041}'],
    ['a control character', 'North\u0007'],
    ['two lines', 'North\ndoor'],
    ['two lines of Unicode', 'North\u2028door'],
    ['a letter of private use', 'North\ue000'],
    ['half a letter', 'North\ud800'],
    ['signs alone', '—'],
    ['a blank of Braille alone', '\u2800'],
    ['more letters than a line holds', 'n'.repeat(DOOR_NAME_MAX + 1)],
  ])('with %s cannot be read', (_what, name) => expect(isPlainDoorName(name)).toBe(false))
  test.each([
    ['\u200fالباب\u200f', 'الباب'],
    [' N\u200borth ', 'North'],
    ['n'.repeat(DOOR_NAME_MAX + 9), 'n'.repeat(DOOR_NAME_MAX)],
    ['\u2800', 'ab12'],
    ['', 'ab12'],
  ])('%j of this computer becomes one that can be read', (typed, name) => {
    expect(plainDoorName(typed, 'ab12')).toBe(name)
    expect(isPlainDoorName(name)).toBe(true)
  })
})

describe('two names', () => {
  test.each([
    ['North', 'NORTH'],
    ['North', 'No rth'],
    ['North door', 'North-door.'],
    ['North', 'Nоrth'], // a Cyrillic o
    ['NORTH', 'ΝОRТН'], // Greek and Cyrillic capitals
    ['North', 'Ｎｏｒｔｈ'],
    ['North', '𝐍𝐨𝐫𝐭𝐡'],
    ['Nórth', 'North'],
    ['North', 'Nor̲th'],
    ['Hall 1', 'Hall l'],
    ['Hall', 'HaIl'],
    ['Modern', 'Modem'],
    ['Door 10', 'Door 1O'],
    ['Door 12', 'Door ١٢'],
    ['الباب الشرقي', 'الباب الشرقى'],
    ['مدخل', 'مَدْخَل'],
  ])('%s and %s look the same', (one, other) => expect(doorNameKey(one)).toBe(doorNameKey(other)))
  test.each([
    ['North', 'South'],
    ['Door 1', 'Door 2'],
    ['Door 1', 'Door 11'],
    ['Hall 4', 'Hall A'],
    ['Gate 5', 'Gate S'],
    ['الباب الشرقي', 'الباب الغربي'],
  ])('%s and %s are told apart', (one, other) =>
    expect(doorNameKey(one)).not.toBe(doorNameKey(other)),
  )
})
