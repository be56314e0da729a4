import { describe, expect, test } from 'vitest'
import { nearNameFinder } from './near-names.ts'
import { nearNamesIn, OPEN, type ReportWords } from './report-protection.ts'
import { WITHHELD as X } from './report-rules.ts'
import { withhold } from './withhold.ts'

const isNear = (name: string, word: string): boolean =>
  nearNameFinder([name])(`Seen: ${word}, at noon`).length > 0

describe('near names', () => {
  test.each([
    ['Mohamed', 'Muhammad'],
    ['Mohamed', 'Mohammed'],
    ['Muhammad', 'Mouhamed'],
    ['Khadija', 'Khadidja'],
    ['Djamila', 'Jamila'],
    ['Ibrahim', 'Brahim'],
    ['Hussein', 'Hossain'],
    ['Osman', 'Uthman'],
    ['Yusuf', 'Youssef'],
    ['Aisha', 'Aicha'],
    ['Fatima', 'Fatma'],
    ['Abdallah', 'Abdullah'],
    ['Ibrahim', 'Ibrahem'],
    ['Ibrahim', 'Ibrahimm'],
    ['Ibrahim', 'Ibarhim'],
    ['Khadija', 'خديجة'],
    ['خديجة', 'Khadidja'],
    ['محمد', 'Mohamed'],
    ['Muhammad', 'ومحمد'],
    ['Ibrahim', 'إبراهيم'],
    ['يوسف', 'Youssouf'],
    ['عبدالرحمن', 'عبدالرحمان'],
  ])('%s may be %s', (name, word) => {
    expect(isNear(name, word)).toBe(true)
  })

  test.each([
    ['Hassan', 'Hussein'],
    ['Mohamed', 'Mahmoud'],
    ['Ali', 'Ala'],
    ['Omar', 'more'],
    ['Musa', 'sum'],
    ['Adam', 'Adele'],
    ['Khadija', 'Khartoum'],
    ['Mohamed', 'market'],
    ['محمد', 'مدرسة'],
    ['Khadija', 'Khadija'],
    ['حسن', 'house'],
  ])('%s is not %s', (name, word) => {
    expect(isNear(name, word)).toBe(false)
  })

  test.each([
    ['Nasrin', 'Nasrim', 'one letter is another'],
    ['Yasmin', 'Yamsin', 'two neighbours are swapped'],
    ['Ahmad', 'Hamad', 'the first two are swapped'],
    ['Rashid', 'Ratchid', 'sh, ch and tch sound the same'],
    ['Mohamed', 'Mohammmed', 'a repeated letter sounds once'],
    ['Fatema', 'Fatimah', 'a last h is silent'],
    ['Dawood', 'Davoud', 'v sounds like w'],
    ['Zain', 'Zayan', 'ai and ay sound like a'],
    ['Zainab', 'Zeynab', 'ai and ey sound like a'],
    ['Idris', 'Edrees', 'e and ee sound like i'],
    ['Youssef', 'Yssouf', 'the y at the beginning is a consonant'],
    ['Mhmd', 'Mhmmd', 'a consonant is doubled, in a word without vowels'],
    ['Hassan', 'الحسن', 'the article is joined to it'],
    ['Hassan', 'والحسن', '"and" and the article are joined to it'],
  ])('%s may be %s: %s', (name, word) => {
    expect(isNear(name, word)).toBe(true)
  })

  test.each([
    ['Yasmin', 'Yamrin', 'the second of the swapped letters is another'],
    ['Yasmin', 'Yarsin', 'the first of the swapped letters is another'],
    ['Yasmin', 'Yamsid', 'a third letter differs'],
    ['Samir', 'Salar', 'two letters are others'],
    ['Musa', 'Musar', 'the name has fewer than five letters'],
    ['Salim', 'Sali', 'the word has fewer than five letters'],
    ['Rashid', 'Raid', 'a consonant is missing'],
    ['Muhammad', 'Mhmd', 'the first vowel is missing, and two letters more'],
    ['Yasir', 'Yusra', 'the first vowel after the y differs'],
    ['Madame Khadija', 'Madam', 'only the title of the name is like it'],
    ['ሰላም', 'ከበደ', 'a script has no rules of sound'],
    ['حسين', 'ከበደ', 'the scripts have nothing in common'],
    ['Hassan', 'حبسان', 'the letter for "with" is inside it, not in front'],
    ['Hassan', 'حالسن', 'the article is inside it, not in front'],
    ['Omar', 'مرة', 'two consonants are too few across scripts'],
    ['Khadija', 'مدينة', 'the consonants are others'],
    ['محمد', 'سليمان', 'the letters are others'],
  ])('%s is not %s: %s', (name, word) => {
    expect(isNear(name, word)).toBe(false)
  })

  test.each([
    ['رشيد', 'Rachid'],
    ['غزالي', 'Ghazali'],
    ['ذاكر', 'Dhakir'],
    ['عثمان', 'Othman'],
    ['تماضر', 'Tumadir'],
    ['فاطمة', 'Fatima'],
    ['ناظم', 'Nazim'],
    ['صابرين', 'Sabreen'],
    ['قاسم', 'Qasim'],
    ['مهدي', 'Mahdi'],
    ['مصطفى', 'Mustapha'],
    ['مروان', 'Marwan'],
    ['وليد', 'Walid'],
    ['جميل', 'Djamil'],
    ['بشير', 'Bashir'],
    ['كمال', 'Kamal'],
    ['عبدالله', 'Abdallah'],
  ])('%s and %s may be each other in the other script', (arabic, latin) => {
    expect(isNear(arabic, latin)).toBe(true)
    expect(isNear(latin, arabic)).toBe(true)
  })

  test.each([
    ['نور الدين', 'Nureddin'],
    ['نور الدين', 'Nour Eldin'],
    ['نورالدين', 'Nur ad-Din'],
    ['سيف الدين', 'Seifeddine'],
    ['شمس الدين', 'Shamseldin'],
    ['صلاح الدين', 'Salahuddin'],
    ['عز الدين', 'Azzedine'],
    ['جمال الدين', 'Gamaleldin'],
    ['عبد الرحمن', 'Abdelrahman'],
    ['عبدالرحمن', 'Abdurrahman'],
    ['عبد الرحمن', 'Abd el Rahman'],
    ['عبد الله', 'Abdallah'],
    ['عبد العزيز', 'Abdelaziz'],
    ['عبد القادر', 'Abdelgadir'],
    ['عبد الواحد', 'Abdel Wahid'],
    ['أبو بكر', 'Abubakr'],
    ['ابوالقاسم', 'Abu Algasim'],
    ['جاد الله', 'Gadallah'],
    ['عوض الكريم', 'Awadelkarim'],
    ['الصادق', 'Elsadig'],
    ['خليل', 'Khalil'],
    ['إسحاق', 'Ishaq'],
    ['فتحي', 'Fathi'],
    ['جعفر', 'Gaafar'],
    ['حمدوك', 'Hamdok'],
    ['آدم', 'Adam'],
    ['عمر', 'Omar'],
    ['موسى', 'Moussa'],
    ['عيسى', 'Issa'],
    ['عائشة', 'Aicha'],
    ['يحيى', 'Yahia'],
    ['حواء', 'Hawa'],
  ])('%s and %s are one name that is written apart, or has few consonants', (arabic, latin) => {
    expect(isNear(arabic, latin)).toBe(true)
    expect(isNear(latin, arabic)).toBe(true)
  })

  test.each([
    ['Osman', 'ثم ان', 'words beside each other are no name of two parts'],
    ['Nureddin', 'نور المدينة', 'the second part is another'],
    ['Abdallah', 'عبد الرحمن', 'the second part is another'],
    ['سعيد', 'said', 'it is an ordinary word'],
    ['Ali', 'على', 'it is an ordinary word'],
    ['Abdallah', 'عبد، الله', 'a comma is between the parts'],
  ])('%s is not %s: %s', (name, word) => {
    expect(isNear(name, word)).toBe(false)
  })

  test.each([
    'K. I.',
    'K.I.',
    'I. K.',
    'KI',
    'K-I',
    'Kh. Ibr.',
    'Kha***a',
    'K*****a',
    'Khadi...',
    'Khadi…',
    'Ibrah',
    'Ibrahimova',
    'umkhadija',
    'xKhadijax',
    'Khadidja123',
    'Khadi-dja',
    'kh_adidja',
    'ka.di.ja',
    'k h a d i d j a',
    'KhadidjaIbrahim',
    'خ د ي ج ة',
  ])('%s may be Khadija Ibrahim, and is not covered: staff are told', (written) => {
    expect(withhold(`Seen: ${written}, at noon`, ['Khadija', 'Ibrahim'])).toContain(written)
    const [found] = nearNameFinder(['Khadija Ibrahim'])(`Seen: ${written}, at noon`)
    expect(written).toContain(found?.word)
    expect(['Khadija', 'Ibrahim', 'Khadija Ibrahim']).toContain(found?.name)
  })

  test.each([
    'K. A.',
    'OK',
    'i.e. this',
    'We waited... then',
    'K...',
    'a house -- a well',
    'Ibra',
    'kadi',
    'Khartoum',
    '2026',
    'k h a',
    '[…]',
  ])('%s is not Khadija Ibrahim', (written) => {
    expect(nearNameFinder(['Khadija Ibrahim'])(`Seen: ${written}, at noon`)).toEqual([])
  })

  test('a passage that is found in two ways is told once', () => {
    expect(nearNameFinder(['Khadija Ibrahim'])('kadija-kadija').map(({ word }) => word)).toEqual([
      'kadija',
      'kadija',
    ])
  })

  test('shows 40 characters on either side of a word, and at most 50 words', () => {
    const find = nearNameFinder(['Khadija'])
    const [found] = find(`${'a '.repeat(30)}Khadidja${' b'.repeat(30)}`)
    expect(found?.before).toBe('a '.repeat(20))
    expect(found?.after).toBe(' b'.repeat(20))
    expect(find('Khadidja '.repeat(60))).toHaveLength(50)
  })

  test('returns the place of the word, and the name that it resembles', () => {
    const find = nearNameFinder(['Khadija Ibrahim'])
    expect(find('We met Khadidja at the well.')).toEqual([
      { word: 'Khadidja', name: 'Khadija', before: 'We met ', after: ' at the well.' },
    ])
    expect(nearNameFinder([])('Khadidja')).toEqual([])
  })

  test('looks at the public copy, and only for names that are hidden', () => {
    const words: ReportWords = {
      type: 'x',
      description: 'Khadija and Khadidja fled',
      country: 'Sudan',
      city: 'Nyala',
      actor: 'x',
      actorName: 'x',
      actorDesc: 'Shouted at Ibraheem',
      victim: 'Khadija Ibrahim',
      googleMapLink: '',
    }
    expect(nearNamesIn(words, OPEN, [])).toEqual([])
    const found = nearNamesIn(words, { ...OPEN, redactVictim: true }, ['Picture of Khadidja'])
    expect(found.map(({ field, word }) => [field, word])).toEqual([
      ['description', 'Khadidja'],
      ['actorDesc', 'Ibraheem'],
      ['evidence', 'Khadidja'],
    ])
    expect(found[0]?.before).toBe(`${X} and `)
    expect(
      nearNamesIn(words, { ...OPEN, hiddenWords: ['Khadija Ibrahim', 'Khadidja', 'Ibraheem'] }, []),
    ).toEqual([])
  })
})

test('a hidden name without an l beside one with an l: both are found by a digit', () => {
  expect(withhold('A1i and 0mar', ['Ali', 'Omar'])).toBe(`${X} and ${X}`)
})

test.each([
  ['Cherif', 'Сһегіғ', 'Cyrillic'],
  ['Djamal', 'ԁјамаӏ', 'Cyrillic'],
  ['Boukar', 'воυкаг', 'Cyrillic and Greek'],
  ['Quentin', 'ԛυепτіп', 'Cyrillic and Greek'],
  ['Patrice', 'Рατгісе', 'Cyrillic and Greek'],
  ['Viktor', 'νіκτοг', 'Greek and Cyrillic'],
  ['Awa', 'аωа', 'Greek and Cyrillic'],
  ['Alexis', 'αӏεχіѕ', 'Greek and Cyrillic'],
  ['Yaya', 'уауа', 'Cyrillic'],
  ['Zeinab', 'Ζеіпаь', 'Greek and Cyrillic'],
  ['Haroun', 'ʜᴀʀᴏᴜɴ', 'small capitals'],
  ['Gabriel', '948r1el', 'digits'],
  ['Tesso', '73550', 'digits alone'],
  ['هند', 'ہند', 'a letter of Urdu'],
  ['داود', 'داۆد', 'a letter of Kurdish'],
  ['حسن', 'حسں', 'a letter without its dot'],
])('%s is withheld where it is written %s: %s', (name, written) => {
  expect(withhold(`x ${written} x`, [name])).toBe(`x ${X} x`)
})

test.each([
  ['A1i and AIi saw ALI', 'Ali', `${X} and ${X} saw ${X}`],
  ['Kha1i1', 'Khalil', X],
  ['KhaIi1', 'Khalil', X],
  ['KHALIL', 'Khalil', X],
  ['Kha1I1', 'Khalil', X],
  ['KhaI1I', 'Khalil', X],
  ['Kha|i|', 'Khalil', X],
  ['Omar Kha1i1 Adam', 'Omar Khalil Adam', X],
  ['K h a l i l', 'Khalil', X],
  ['1brahim IBRAHIM', 'Ibrahim', `${X} ${X}`],
  ['All is well, I said', 'Ali', 'All is well, I said'],
  ['Number 11', 'Number 11', X],
])('%s does not show %s by a digit or a capital', (text, name, expected) => {
  expect(withhold(text, [name])).toBe(expected)
})
