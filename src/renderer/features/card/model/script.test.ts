import { expect, it } from 'vitest'
import { scriptOf } from './script.ts'

it.each([
  ['Amna Idris', 'latin'],
  ['آمنة إدريس', 'arabic'],
  ['(محمد) Ahmed', 'arabic'],
  ['Yusuf محمد', 'latin'],
  ['1990', 'latin'],
  ['', 'latin'],
])('the script of %s is %s', (text, script) => {
  expect(scriptOf(text)).toBe(script)
})
