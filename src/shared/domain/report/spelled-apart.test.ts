import { describe, expect, test } from 'vitest'
import { WITHHELD as X } from './report-rules.ts'
import { withhold, withParts } from './withhold.ts'

const cover = (text: string, ...names: readonly string[]): string =>
  withhold(text, withParts(names))

describe('a name is withheld however its letters are set', () => {
  test.each([
    ['khadijaibrahim', 'glued, as in an account'],
    ['ibrahimkhadija', 'glued in reverse order'],
    ['@khadija.ibrahim', 'with a dot'],
    ['KhadijaIbrahim1990', 'glued and numbered'],
    ['the_khadijaibrahim_fans', 'inside a longer name of an account'],
    ['xkhadijaibrahimx', 'inside a longer word'],
    ['Khadija123', 'numbered'],
    ['Khadija2', 'with one digit'],
    ['2Khadija', 'numbered in front'],
    ['Khadi-ja', 'with a hyphen'],
    ['Khadi\u2011ja', 'with a hyphen that breaks no line'],
    ['Kha_di_ja', 'with underscores'],
    ['Kha·dija', 'with a middle dot'],
    ['Kha*dija', 'with a star'],
    ['Kha\ndija', 'over a line end'],
    ['Kha-\ndija', 'broken at the end of a line'],
    ['Kha-\r\n  dija', 'broken at the end of a line, with blanks'],
    ['Kha dija', 'with a blank'],
    ['Kha\u00A0dija', 'with a no-break blank'],
    ['K h a d i j a', 'with blanks'],
    ['K  h  a  d  i  j  a', 'with two blanks'],
    ['K.h.a.d.i.j.a', 'with dots'],
    ['K. h. a. d. i. j. a', 'with dots and blanks'],
    ['K-h-a-d-i-j-a', 'with hyphens'],
    ['Kha&shy;dija', 'with an entity'],
    ['Kha&#173;dija', 'with a numbered entity'],
    ['&#75;hadija', 'with a letter as an entity'],
    ['&#x4b;hadija', 'with a letter as a hexadecimal entity'],
    ['Kh&aacute;dija', 'with an accent as an entity'],
    ['K%68adija', 'with a percent code'],
    ['%4b%68%61%64%69%6a%61', 'in percent codes'],
    ['K%2568adija', 'with a percent code inside another one'],
    ['K\\u0068adija', 'with a code of programs'],
    ['K\\x68adija', 'with a short code of programs'],
    ['ibr@him', 'with a sign for a letter'],
    ['Kh@dij@', 'with two signs'],
    ['Khad!ja', 'with an exclamation mark'],
    ['Kh@-dija', 'with a sign and a hyphen'],
  ])('in %j the name is withheld: %s', (text) => {
    const covered = cover(`Seen: ${text}, at noon`, 'Khadija Ibrahim')
    expect(covered).toContain(X)
    const letters = covered.toLowerCase().replace(/[^a-z]/g, '')
    for (const part of ['khadija', 'ibrahim', 'hadi', 'brahi', 'dija'])
      expect(letters).not.toContain(part)
  })

  test.each([
    ['رأيت خ د ي ج ة هناك', 'خديجة', `رأيت ${X} هناك`],
    ['رأيت خ.د.ي.ج.ة هناك', 'خديجة', `رأيت ${X} هناك`],
    ['رأيت خد-يجة هناك', 'خديجة', `رأيت ${X} هناك`],
    ['رأيت عبدالرحمن هناك', 'عبد الرحمن', `رأيت ${X} هناك`],
    ['رأيت وخديجة٢٠ هناك', 'خديجة', `رأيت ${X} هناك`],
    ['call 0912-345-678 now', '0912345678', `call ${X} now`],
    ['call 0912345678 now', '0912 345 678', `call ${X} now`],
    ['call 09123456789 now', '0912345678', 'call 09123456789 now'],
    ['A.l.i and S-a-r-a', 'Ali', `${X} and S-a-r-a`],
  ])('%s', (text, name, wanted) => expect(withhold(text, [name])).toBe(wanted))
})

/** Names that are common in Sudan, short ones among them, which ordinary words hold side by side. */
const NAMES = [
  'Amina Adam',
  'Ali Omar',
  'Sara Musa',
  'Ada Meta',
  'Nada Salim',
  'Lamine Diallo',
  'Marie Laure',
  'Khadija Ibrahim',
  'Mohamed Ahmed',
  'Ines Lea',
  'Asma Hala',
  'خديجة إبراهيم',
  'علي آدم',
  'عبد الله',
  'منى هدى',
]

test.each([
  'I am in a house near a dam. They met a man at the market, and a sarong was sold there; no one saw a lion.',
  'We are alive. In a short time the armed men came, and also a mare ran away. It was as if all had ended at 9 a.m.',
  'All is well: the U.N. and the U.S.A. sent aid. He said that all in eshops was a lie; Amin and others asked him, alas.',
  'Il y a la mine et l’amine. Elle est là, mais on a dansé. Les soldats ont pris les animaux ; a-t-il vu le camion ?',
  'Il a mis sa radio sur la table. Nous avons marché sous la pluie. On n’a da­ns le village que deux puits, dit-on.',
  'وصل المسلحون إلى القرية في الصباح وأحرقوا السوق. من هنا إلى هناك ساعة. علينا أن نعود على الفور، والله أعلم.',
])('ordinary words stay: %s', (text) => expect(cover(text, ...NAMES)).toBe(text))
