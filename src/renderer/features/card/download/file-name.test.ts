import { expect, it } from 'vitest'
import { cardFileName } from './file-name.ts'

it('is the product prefix, id and the card id (docs/spec/card.md, 4)', () => {
  expect(cardFileName('WLD_10004217', 'both')).toBe('wld-id-WLD_10004217.png')
})
it('names a single side', () => {
  expect(cardFileName('WLD_10004217', 'front')).toBe('wld-id-WLD_10004217-front.png')
  expect(cardFileName('WLD_10004217', 'back')).toBe('wld-id-WLD_10004217-back.png')
})
