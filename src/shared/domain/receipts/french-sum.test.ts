import { describe, expect, test } from 'vitest'
import { eurosInWords, frenchNumber } from './french-sum.ts'

describe('sums in French words', () => {
  test.each([
    [0, 'zéro'],
    [1, 'un'],
    [16, 'seize'],
    [17, 'dix-sept'],
    [21, 'vingt et un'],
    [22, 'vingt-deux'],
    [61, 'soixante et un'],
    [70, 'soixante-dix'],
    [71, 'soixante et onze'],
    [72, 'soixante-douze'],
    [77, 'soixante-dix-sept'],
    [80, 'quatre-vingts'],
    [81, 'quatre-vingt-un'],
    [90, 'quatre-vingt-dix'],
    [91, 'quatre-vingt-onze'],
    [99, 'quatre-vingt-dix-neuf'],
    [100, 'cent'],
    [101, 'cent un'],
    [200, 'deux cents'],
    [280, 'deux cent quatre-vingts'],
    [201, 'deux cent un'],
    [1_000, 'mille'],
    [1_234, 'mille deux cent trente-quatre'],
    [80_000, 'quatre-vingt mille'],
    [200_000, 'deux cent mille'],
    [200_200, 'deux cent mille deux cents'],
    [1_000_000, 'un million'],
    [80_000_000, 'quatre-vingts millions'],
    [200_080_180, 'deux cents millions quatre-vingt mille cent quatre-vingts'],
  ])('%i is %s', (n, words) => expect(frenchNumber(n)).toBe(words))

  test.each([
    [1, 'un centime'],
    [100, 'un euro'],
    [4_850, 'quarante-huit euros et cinquante centimes'],
    [123_401, 'mille deux cent trente-quatre euros et un centime'],
    [200_000_000, 'deux millions d’euros'],
    [200_000_100, 'deux millions un euros'],
    [100_000_050, 'un million d’euros et cinquante centimes'],
  ])('%i cents are %s', (cents, words) => expect(eurosInWords(cents)).toBe(words))
})
