import { describe, expect, test } from 'vitest'
import { comesIn, isAgreed, throughOf, type BroughtIn } from './trust.ts'

/** `'A AB BC'`: A began, A brought in B, B brought in C. */
const groupOf = (pairs: string): BroughtIn =>
  new Map(pairs.split(' ').map((pair) => [pair.at(-1) ?? '', { by: pair.at(0) ?? '' }]))

test('a door came in through each door before it', () => {
  expect(throughOf(groupOf('A AB BC CD'), 'D')).toEqual(['C', 'B', 'A'])
  expect(throughOf(groupOf('A AB'), 'A')).toEqual([])
})

describe('a further door', () => {
  test.each<readonly [string, string, string, string, boolean]>([
    ['that staff here paired comes in, however many', 'A AB AC AD AE', 'A', 'A', true],
    ['comes in while the group of this door is not told yet', 'A AB AC AD', 'E', 'A', true],
    ['in a chain: the first door lets in the fourth', 'A AB BC', 'A', 'C', true],
    ['in a chain: the second lets in the fourth', 'A AB BC', 'B', 'C', true],
    ['in a chain: the last one is asked by nobody about its own way', 'A AB BC CD', 'D', 'A', true],
    ['of a star of four comes in', 'A AB AC', 'B', 'A', true],
    ['of a star: the fifth waits at the second', 'A AB AC AD', 'B', 'A', false],
    ['is the third of one door', 'A AB AH HX HY', 'A', 'H', false],
    ['is the third through a ghost', 'A AB AH HX XY', 'A', 'Y', false],
    ['is the third through two ghosts', 'A AB AH HX HY', 'B', 'Y', false],
    ['is the third in the eyes of the second door too', 'A AB AH HX', 'B', 'H', false],
    ['of another door has room beside a full one', 'A AB AH HX HY', 'A', 'B', true],
    ['through a door that this one brought in is counted', 'A AH HX HY', 'A', 'Y', false],
    ['of the hostile door that brought in this one is counted', 'A AB BX AY', 'B', 'A', true],
    ['is counted although the first door was hostile', 'A AB AX AY', 'B', 'A', false],
  ])('%s', (_what, pairs, own, by, expected) => {
    expect(comesIn(groupOf(pairs), { own, by, isLetIn: () => false })).toBe(expected)
  })
  test('comes in where staff let one of those before it in', () => {
    const isLetIn = (door: string): boolean => door === 'D'
    expect(comesIn(groupOf('A AB AC AD'), { own: 'B', by: 'A', isLetIn })).toBe(true)
  })
  test('of a hostile door stays out whatever it makes up: two ghosts come in', () => {
    for (const own of ['A', 'B']) {
      const doors = new Map(groupOf('A AB AH'))
      for (const ghost of ['1', '2', '3', '4', '5', '6', '7', '8', '9'])
        for (const by of [...doors.keys()].filter((door) => !['A', 'B'].includes(door)))
          if (!doors.has(ghost) && comesIn(doors, { own, by, isLetIn: () => false }))
            doors.set(ghost, { by })
      const ghosts = doors.size - 3
      // In the eyes of B, H itself is one that A brought in.
      expect(ghosts, own).toBe(own === 'A' ? 2 : 1)
    }
  })
})

describe('a removal', () => {
  const STAR = 'A AB AC AD'
  const CHAIN = 'A AB BC CD'
  test.each<readonly [string, string, string, boolean]>([
    ['nobody signed', STAR, '', false],
    ['one door signed', STAR, 'B', false],
    ['one door signed twice', STAR, 'BB', false],
    ['two doors that the first brought in signed', STAR, 'BC', true],
    ['the first door and another signed', STAR, 'AB', true],
    ['a chain: the first door and a later one signed', CHAIN, 'AD', true],
    ['a chain: two that came in the same way signed', CHAIN, 'CD', false],
    ['a hostile door and its ghost signed', 'A AB AH HX', 'HX', false],
    ['a hostile door and all its ghosts signed', 'A AB AH HX HY', 'HXY', false],
    ['ghosts of a door in the middle of a chain signed', 'A AB BH HX HY', 'HXY', false],
  ])('%s', (_what, pairs, signers, expected) =>
    expect(isAgreed(groupOf(pairs), Array.from(signers))).toBe(expected),
  )
})
