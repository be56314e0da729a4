import { expect, test } from 'vitest'
import { firstNameOf } from './first-name.ts'

test.each([
  ['Amna Idris', 'Amna'],
  ['آمنة إدريس', 'آمنة'],
  ['عبد الرحمن محمد', 'عبد الرحمن'],
  ['عبدالله آدم', 'عبدالله'],
  ['أبو بكر إسحق', 'أبو بكر'],
  ['نور الدين يعقوب', 'نور الدين'],
  ['Abdel Rahman Suleiman', 'Abdel Rahman'],
  ['Abd El Rahman Suleiman', 'Abd El Rahman'],
  ['Nour Eddine Haroun', 'Nour Eddine'],
  ['Nour Al Din Haroun', 'Nour Al Din'],
  ['Abdelrahman-Mohamed Suleiman', 'Abdelrahman-Mohamed'],
  ['Umm Kulthum Adam', 'Umm Kulthum'],
  ['Amna Al Tayeb', 'Amna'],
  ['  Zoë   Awad ', 'Zoë'],
  ['Amna', 'Amna'],
  ['', ''],
])('%s is called %s', (name, called) => expect(firstNameOf(name)).toBe(called))
