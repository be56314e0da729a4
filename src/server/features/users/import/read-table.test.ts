import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCsv } from '#shared/domain/text/csv-parse.ts'
import '#tests/support/property-seed.ts'
import { decodeText } from './decode-text.ts'
import { hasLostPlus, readRow } from './import-rows.ts'
import { readOrder } from './read-dates.ts'
import { readHeader } from './read-header.ts'

/** Letters above ASCII in the older encodings; the tests write them by hand, as Node only reads these. */
const PAGES = {
  'windows-1252': { É: 0xc9, é: 0xe9, è: 0xe8, ç: 0xe7, ï: 0xef },
  'windows-1256': {
    É: 0x3f,
    é: 0xe9,
    è: 0xe8,
    ç: 0xe7,
    ï: 0xef,
    ء: 0xc1,
    إ: 0xc5,
    ئ: 0xc6,
    ا: 0xc7,
    أ: 0xc3,
    آ: 0xc2,
    ب: 0xc8,
    ة: 0xc9,
    ت: 0xca,
    ث: 0xcb,
    ج: 0xcc,
    ح: 0xcd,
    خ: 0xce,
    د: 0xcf,
    ذ: 0xd0,
    ر: 0xd1,
    ز: 0xd2,
    س: 0xd3,
    ش: 0xd4,
    ص: 0xd5,
    ض: 0xd6,
    ط: 0xd8,
    ظ: 0xd9,
    ع: 0xda,
    غ: 0xdb,
    ف: 0xdd,
    ق: 0xde,
    ك: 0xdf,
    ل: 0xe1,
    م: 0xe3,
    ن: 0xe4,
    ه: 0xe5,
    و: 0xe6,
    ى: 0xec,
    ي: 0xed,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, number>>>>
const inPage = (page: keyof typeof PAGES) => (text: string) => {
  const bytes: Readonly<Record<string, number>> = PAGES[page]
  return Buffer.from([...text].map((char) => bytes[char] ?? char.charCodeAt(0)))
}

const ENCODERS = [
  { encoding: 'utf-8', name: 'UTF-8', encode: (text: string) => Buffer.from(text) },
  {
    encoding: 'utf-8',
    name: 'UTF-8 with its mark',
    encode: (text: string) => Buffer.from(`\uFEFF${text}`),
  },
  {
    encoding: 'utf-16le',
    name: 'UTF-16',
    encode: (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  },
  {
    encoding: 'utf-16be',
    name: 'UTF-16 BE',
    encode: (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
  },
  {
    encoding: 'utf-16le',
    name: 'UTF-16 without a mark',
    encode: (text: string) => Buffer.from(text, 'utf16le'),
  },
  {
    encoding: 'utf-16be',
    name: 'UTF-16 BE without a mark',
    encode: (text: string) => Buffer.from(text, 'utf16le').swap16(),
  },
  { encoding: 'windows-1252', name: 'Windows-1252', encode: inPage('windows-1252') },
  { encoding: 'windows-1256', name: 'Windows-1256', encode: inPage('windows-1256') },
] as const
const FRENCH = {
  head: ['Prénom', 'Nom', 'E-mail', 'Date de naissance', 'Sexe', 'Situation familiale'],
  person: ['Élise', 'Façonnière', 'e@example.org', 'Femme', 'Mariée'],
}
const ARABIC = {
  head: [
    'الاسم الأول',
    'اسم العائلة',
    'البريد الإلكتروني',
    'تاريخ الميلاد',
    'الجنس',
    'الحالة الاجتماعية',
  ],
  person: ['آمنة', 'إدريس', 'e@example.org', 'أنثى', 'متزوجة'],
}
const ENGLISH = {
  head: ['First name', 'Last name', 'Email', 'Date of birth', 'Sex', 'Marital status'],
  person: ['Elise', 'Idris', 'e@example.org', 'female', 'Married'],
}
const DATES = [
  { order: 'ymd', text: '1990-04-25' },
  { order: 'ymd', text: '1990/4/25' },
  { order: 'dmy', text: '25/04/1990' },
  { order: 'dmy', text: '25.4.1990' },
  { order: 'dmy', text: '25-04-1990 00:00:00' },
  { order: 'mdy', text: '04/25/1990' },
] as const

const TABLE = ENCODERS.flatMap((encoder) =>
  [';', ',', '\t'].flatMap((separator) =>
    DATES.map((date) => ({ ...encoder, separator, ...date })),
  ),
)
const isPossible = (encoding: string, language: string): boolean =>
  language === 'English' ||
  (language === 'Arabic' && encoding !== 'windows-1252') ||
  (language === 'French' && encoding !== 'windows-1256')

function readBytes(bytes: Buffer) {
  const decoded = decodeText(bytes)
  if (!decoded.ok) throw new Error(decoded.fault)
  const parsed = parseCsv(decoded.text, { rowsMax: 10, columnsMax: 100 })
  if (!parsed.ok) throw new Error(parsed.fault)
  const [head, ...rows] = parsed.rows
  const header = readHeader(head?.cells ?? [], rows)
  if (!header.ok) throw new Error(JSON.stringify(header.faults))
  const columns = header.columns.map(({ column }) => column)
  const at = columns.indexOf('birthDate')
  const dates = readOrder(rows.map(({ cells }) => cells[at] ?? ''))
  return {
    encoding: decoded.encoding,
    separator: parsed.separator,
    dates,
    people: rows.map((row) => readRow(row, columns, { dates })),
  }
}

describe('a table of every encoding, separator and order of dates', () => {
  it.each(TABLE)(
    '$name, $separator and $text are read',
    ({ encode, encoding, separator, text, order }) => {
      for (const [language, { head, person }] of Object.entries({
        English: ENGLISH,
        French: FRENCH,
        Arabic: ARABIC,
      })) {
        if (!isPossible(encoding, language)) continue
        const [first, last, email, sex, marital] = person
        const cells = [first, last, email, text, sex, marital]
        // Empty rows and columns stand where Excel leaves them.
        const rows = [head, [], cells].map((row) => [...row, '', ''].join(separator))
        const table = readBytes(encode(`${rows.join('\r\n')}\r\n`))
        // An English table has the same bytes in UTF-8 and on both pages.
        const expected =
          language === 'English' && encoding.startsWith('windows') ? 'utf-8' : encoding
        expect(table).toMatchObject({
          encoding: expected,
          separator,
          dates: { order, ambiguous: 0 },
        })
        expect(table.people, language).toMatchObject([
          {
            ok: true,
            person: {
              firstName: first,
              lastName: last,
              birthDate: '1990-04-25',
              sex: 'f',
              maritalStatus: 'Married',
            },
          },
        ])
      }
    },
  )
  const NOT_A_TABLE = { ok: false, fault: 'not_a_table' }
  const MIXED = { ok: false, fault: 'mixed_encodings' }
  it('takes what is no text for none', () => {
    for (const bytes of [
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x1a, 0x01]),
      Buffer.from('a\0b'),
      Buffer.from('\uFEFFa;b', 'utf16le').subarray(1),
      Buffer.from('\uFEFFa;b', 'utf16le').subarray(0, -1),
    ])
      expect(decodeText(bytes)).toEqual(NOT_A_TABLE)
  })
  it('reads capitals of French as French, and a French word in an Arabic table as both', () => {
    expect(decodeText(inPage('windows-1252')('Nom;É\r\nÉLÉONORE;É'))).toMatchObject({
      encoding: 'windows-1252',
    })
    expect(decodeText(inPage('windows-1256')('prénom;آمنة;عثمان'))).toEqual({
      ok: true,
      encoding: 'windows-1256',
      text: 'prénom;آمنة;عثمان',
    })
  })
  it('takes É before a hard space for no UTF-8', () =>
    expect(decodeText(inPage('windows-1252')('ANDRÉ\u00A0;Élise'))).toMatchObject({
      encoding: 'windows-1252',
    }))
  it('tells the page that has œ from the one that has fractions', () => {
    expect(decodeText(Buffer.from([...Buffer.from('Leb'), 0xbd, ...Buffer.from('uf')]))).toEqual({
      ok: true,
      encoding: 'iso-8859-15',
      text: 'Lebœuf',
    })
    expect(decodeText(Buffer.from('2½ ans;Élise', 'latin1'))).toMatchObject({
      encoding: 'windows-1252',
      text: '2½ ans;Élise',
    })
  })
  it.each([
    ['Tête', 'windows-1252', 'Élise'],
    ['آمنة', 'windows-1256', 'إدريس'],
    ['آمنة', 'windows-1252', 'Élise'],
  ] as const)('refuses %s in UTF-8 beside %s', (modern, page, old) => {
    for (const separator of ['\r\n', ';', ',', '\t']) {
      const cells = [Buffer.from(modern), Buffer.from(separator), inPage(page)(old)]
      expect(decodeText(Buffer.concat(cells))).toEqual(MIXED)
      expect(decodeText(Buffer.concat(cells.toReversed()))).toEqual(MIXED)
    }
    expect(decodeText(Buffer.concat([Buffer.from('\uFEFFa;'), inPage(page)(old)]))).toEqual(MIXED)
  })

  const cell = fc.array(fc.constantFrom(...FRENCH.person, ...FRENCH.head, ...ENGLISH.person), {
    minLength: 1,
    maxLength: 3,
  })
  const rows = fc.array(cell, { minLength: 1, maxLength: 4 }).map((all) => ({
    text: all.map((cells) => cells.join(';')).join('\r\n'),
  }))
  const arabic = fc.array(fc.constantFrom(...ARABIC.head), {
    minLength: 1,
    maxLength: 8,
  })
  it('gives back exactly what was written, whatever the words', () => {
    fc.assert(
      fc.property(rows, arabic, ({ text }, words) => {
        for (const { encode, encoding } of ENCODERS) {
          const written =
            encoding === 'windows-1252' ? text : `${words.join(';')};${words[0]};${text}`
          if (encoding === 'windows-1256' && /[ÉÀ]/.test(written)) continue // it has no such letter
          const said = /[^\0-\x7F]/.test(written) ? encoding : expect.any(String)
          expect(decodeText(encode(written))).toEqual({ ok: true, encoding: said, text: written })
        }
      }),
    )
  })
  it('reads or refuses any bytes, and never gives a text that is not in them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const decoded = decodeText(Buffer.from(bytes))
        if (!decoded.ok) {
          expect([NOT_A_TABLE, MIXED]).toContainEqual(decoded)
          return
        }
        expect(decoded.text).not.toContain('\0')
        expect(decoded.text).not.toContain('\uFFFD')
        expect(decoded.text).toBe(new TextDecoder(decoded.encoding).decode(bytes))
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('dates that have two readings', () => {
  it('follow the dates that have one, and have the day first without any', () => {
    expect(readOrder(['04/05/1990', ''])).toEqual({
      order: 'dmy',
      ambiguous: 1,
      example: { text: '04/05/1990', date: '1990-05-04' },
    })
    expect(readOrder(['04/05/1990', '12/31/1990'])).toMatchObject({
      order: 'mdy',
      example: { date: '1990-04-05' },
    })
    expect(readOrder(['04/05/1990'], 'mdy')).toMatchObject({ order: 'mdy', ambiguous: 1 })
    expect(readOrder(['03/03/1990'])).toMatchObject({ order: 'dmy', ambiguous: 0 })
    expect(readOrder(['33/33/1990', '1990-04-05', 'x'])).toEqual({
      order: 'ymd',
      ambiguous: 0,
      example: null,
    })
  })
  const codeOf = (cell: string, column: 'birthDate' | 'phone', dates = readOrder([])) => {
    const read = readRow(
      { number: 2, cells: ['A', 'B', 'a@example.org', 'f', cell] },
      ['firstName', 'lastName', 'email', 'sex', column],
      { dates, daysFrom: 1900 },
    )
    return read.ok ? read.person[column] : read.faults[0]?.code
  }
  it('are refused where a file has both orders', () => {
    const dates = readOrder(['25/12/1990', '12/25/1990'])
    expect(dates.order).toBe('mixed')
    expect(codeOf('04/05/1990', 'birthDate', dates)).toBe('ambiguous_date')
    expect(codeOf('25/12/1990', 'birthDate', dates)).toBe('1990-12-25')
    expect(codeOf('12/25/1990', 'birthDate', dates)).toBe('1990-12-25')
    expect(codeOf('03/03/1990', 'birthDate', dates)).toBe('1990-03-03')
  })
  it('may be days of Excel, but not years or other numbers', () => {
    expect(codeOf('32975', 'birthDate')).toBe('1990-04-12')
    expect(codeOf('1990', 'birthDate')).toBe('bad_date')
    expect(codeOf('12/04/90', 'birthDate')).toBe('bad_date')
  })
  it.each([
    ['33612345678', '+33612345678'],
    ['249 912 345 678', '+249912345678'],
    ["'+249912345678", '+249912345678'],
    ['00249912345678', '+249912345678'],
    ['0612345678', 'bad_phone'],
    ['612345678', 'bad_phone'],
    ['999999999999', 'bad_phone'],
    ['2.49912E+11', 'rounded_phone'],
    ['2,49912E+11', 'rounded_phone'],
    ['249912000000', 'rounded_phone'],
    ['=1+1', 'formula'],
  ])('a phone number %s becomes %s', (cell, wanted) => {
    expect(codeOf(cell, 'phone')).toBe(wanted)
    expect(hasLostPlus(cell)).toBe(/^[1-9]\d/.test(cell) && wanted.startsWith('+'))
  })
})

describe('the header of a table', () => {
  const REQUIRED = ['firstName', 'lastName', 'email', 'birthDate', 'sex']
  const columnsOf = (head: readonly string[], cells: readonly string[] = []) => {
    const header = readHeader(head, [{ number: 2, cells }])
    return header.ok ? header.columns.map(({ column }) => column) : header.faults
  }
  it.each([
    ['First name', 'LAST_NAME', 'e-mail', ' Birth-Date', 'sex'],
    ['Prénom *', 'Nom de famille', 'Courriel', 'Né(e) le', 'Sexe (H/F)'],
    ['الاسم الأوّل', 'اسم العائله', 'البريد الالكتروني', 'تاريخ الميلاد', 'الجنس'],
  ])('%s and its neighbours are known', (...head) => expect(columnsOf(head)).toEqual(REQUIRED))
  it('leaves unknown columns out, and drops empty ones at the end', () => {
    const head = [...REQUIRED, 'Password', '', 'tribe', '', '']
    expect(readHeader(head, [{ number: 2, cells: ['', '', '', '', '', 'x', 'y'] }])).toMatchObject({
      columns: [
        ...REQUIRED.map((column) => ({ column, sample: '' })),
        { header: 'Password', column: null, sample: 'x' },
        { header: '', column: null, sample: 'y' },
        { header: 'tribe', column: 'tribe' },
      ],
    })
  })
  it('names what is missing and there twice', () => {
    expect(columnsOf(['firstName', 'firstname', 'email', 'sex', 'birthDate'])).toEqual([
      { code: 'duplicate_column', column: 'firstName' },
      { code: 'missing_column', column: 'lastName' },
    ])
    expect(columnsOf([])).toHaveLength(REQUIRED.length)
  })
})

// To read a megabyte as a number or as countries takes seconds, in which no other call is answered.
it.each(['firstName', 'phone', 'nationalities', 'birthDate'] as const)(
  'a cell of %s that no field could take is a fault of its row, and is not read',
  (column) => {
    const read = readRow({ number: 3, cells: ['a;'.repeat(400_000)] }, [column], {
      dates: { order: 'dmy', ambiguous: 0, example: null },
    })
    expect(read).toEqual({ ok: false, faults: [{ row: 3, column, code: 'too_long' }] })
  },
)
