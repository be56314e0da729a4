import { describe, expect, test } from 'vitest'
import { cleanDrawing } from './drawing.ts'

const clean = (commands: string): string =>
  Buffer.from(cleanDrawing(Buffer.from(commands, 'latin1'))).toString('latin1')

describe('the commands of a page', () => {
  test.each([
    ['drawing', '1 0 0 rg 0 0 9 9 re f', '1 0 0 rg\n0 0 9 9 re\nf\n'],
    ['text', 'BT /F1 12 Tf (a\\)b(c)) Tj ET', 'BT\n/F1 12 Tf\n(a\\)b(c)) Tj\nET\n'],
    ['text without blanks', '[(a)-20<41>]TJ', '[(a)-20<41>] TJ\n'],
    ['the constants as operands', 'true false null rg', 'true false null rg\n'],
    [
      'pictures within',
      'BI /W 1 /H 1 /BPC 8 /CS /G ID x EI\nQ',
      'BI /W 1 /H 1 /BPC 8 /CS /G ID x EI\nQ\n',
    ],
  ])('%s pass', (_what, commands, kept) => expect(clean(commands)).toBe(kept))

  test.each([
    ['an unknown command with its operands', '(a) Evil q', 'q\n'],
    ['marked content', '/P << /ActualText (a) /MCID 0 >> BDC f EMC /P /Q DP', 'f\n'],
    ['comments', 'q % a comment with f\n1 0 0 % and rg\nrg', 'q\n1 0 0 rg\n'],
    ['signs that stand alone', ') 1 } w > q', '1 w\nq\n'],
    ['operands without a command', 'q 1 2 3', 'q\n'],
    ['a string that does not end', 'q (a Q', 'q\n'],
    ['a picture within that states something unknown', 'BI /W 1 /F1 (x) /OPI 1 ID x EI\nQ', 'Q\n'],
    ['a picture within that has no end', 'q BI /W 1 ID xxxxxxxx', 'q\n'],
  ])('%s are left out', (_what, commands, kept) => expect(clean(commands)).toBe(kept))

  test('a name that is longer than any reader takes is refused', () =>
    expect(() => clean(`/${'a'.repeat(200)} gs`)).toThrow('protected'))

  test('a million commands fit the memory of the thread', () => {
    const commands = 'BT /F1 9 Tf (words) Tj ET\n'.repeat(250_000)
    expect(cleanDrawing(Buffer.from(commands))).toHaveLength(commands.length)
  })
})
