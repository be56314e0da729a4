import { expect, test } from 'vitest'
import { KeptTexts } from './protection.ts'

function counted(charsMax: number) {
  const kept = new KeptTexts<string>(charsMax)
  let made = 0
  return {
    of: (id: number, ...from: string[]) =>
      kept.of(id, from, () => `${from.join('+')} (${(made += 1)})`),
  }
}

test('the same texts are processed once', () => {
  const { of } = counted(1_000)
  expect([of(1, 'a', 'b'), of(2, 'a', 'b'), of(1, 'a', 'b')]).toEqual([
    'a+b (1)',
    'a+b (2)',
    'a+b (1)',
  ])
})

test('after any change nothing old is returned', () => {
  const { of } = counted(1_000)
  expect([of(1, 'a', 'b'), of(1, 'a', 'c'), of(1, 'a'), of(1, 'a', 'b')]).toEqual([
    'a+b (1)',
    'a+c (2)',
    'a (3)',
    'a+b (4)',
  ])
})

test('it is bounded: the least recently used entry is dropped', () => {
  const { of } = counted(40)
  const ten = 'x'.repeat(10)
  of(1, ten)
  of(2, ten)
  expect(of(1, ten)).toContain('(1)')
  of(3, ten)
  expect([of(1, ten), of(3, ten), of(2, ten)].map((text) => text.slice(-3))).toEqual([
    '(1)',
    '(3)',
    '(4)',
  ])
  expect([of(9, 'y'.repeat(100)), of(9, 'y'.repeat(100))].map((text) => text.slice(-3))).toEqual([
    '(5)',
    '(6)',
  ])
})
