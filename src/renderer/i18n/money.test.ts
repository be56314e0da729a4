import { expect, test } from 'vitest'
import { LANGUAGES } from '#shared/domain/text/languages.ts'
import { moneyText } from './money.ts'

test.each(LANGUAGES)('dollars have the short sign, with and without cents: %s', (language) => {
  for (const amount of [10, 9.26]) {
    const text = moneyText(language, 'USD', amount, { trailingZeroDisplay: 'stripIfInteger' })
    expect(text).toContain('$')
    expect(text).not.toMatch(/US/)
  }
})
