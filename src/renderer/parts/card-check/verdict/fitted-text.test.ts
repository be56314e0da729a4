import { expect, test } from 'vitest'
import ar from '#locales/ar/verification.json'
import en from '#locales/en/verification.json'
import fr from '#locales/fr/verification.json'
import { type Language, LANGUAGES } from '#shared/domain/text/languages.ts'
import { nameEms, nameSize, widthInEms, wordSize } from './fitted-text.ts'

test.each<[string, number]>([
  ['', 0],
  ['VALID', 3.37],
  ['É', 0.7], // an accent takes no room
  ['MMMM', 4],
  ['صالحة', 3.1],
  ['مُحمّد', 2.48], // vowel signs take no room of their own
])('the width of %s', (text, ems) => expect(widthInEms(text)).toBeCloseTo(ems, 2))

/** Measured in Chromium with the fonts of the application: each word and title that a band of a result shows. */
const MEASURED = {
  en: [
    ['VALID', 2.983],
    ['EXPIRED', 4.189],
    ['REVOKED', 4.604],
    ['FORGED', 4.013],
    ['UNSIGNED', 5.339],
    ['UNKNOWN', 5.608],
    ['STALE', 2.87],
    ['ALREADY IN', 5.97],
    ['NOT CHECKED', 6.977],
    ['VALID – LOOK', 6.788],
    ['NO PHOTO', 5.36],
    ['JUST ADMITTED', 7.698],
    ['NOT SAVED', 5.557],
    ['Offline', 3.417],
    ['Too many checks', 8.474],
    ['No more numbers for now', 13.125],
    ['Session ended', 7.095],
    ['Not allowed', 6.018],
    ['Not checked', 6.26],
  ],
  fr: [
    ['VALIDE', 3.543],
    ['EXPIRÉE', 4.017],
    ['RÉVOQUÉE', 5.315],
    ['FALSIFIÉE', 4.779],
    ['NON SIGNÉE', 6.275],
    ['INCONNUE', 5.558],
    ['LISTE PÉRIMÉE', 7.185],
    ['DÉJÀ PASSÉE', 6.12],
    ['NON VÉRIFIÉE', 6.99],
    ['VALIDE – À VOIR', 7.99],
    ['SANS PHOTO', 6.363],
    ['VIENT D’ENTRER', 8.02],
    ['NON ENREGISTRÉE', 9.284],
    ['Hors ligne', 5.075],
    ['Trop de vérifications', 10.185],
    ['Limite de numéros atteinte', 13.642],
    ['Session terminée', 8.583],
    ['Accès refusé', 6.244],
    ['Non vérifiée', 6.142],
  ],
  ar: [
    ['صالحة', 2.628],
    ['منتهية', 2.49],
    ['ملغاة', 2.072],
    ['مزوّرة', 2.097],
    ['غير موقّعة', 3.89],
    ['غير معروفة', 4.25],
    ['قائمة قديمة', 4.828],
    ['سبق الدخول', 4.995],
    ['لم يُتحقق منها', 5.595],
    ['صالحة – دقّق', 5.365],
    ['بلا صورة', 3.265],
    ['دخول للتو', 3.983],
    ['لم يُحفظ', 3.45],
    ['غير متصل', 3.87],
    ['عمليات تحقق كثيرة', 7.374],
    ['لا مزيد من الأرقام الآن', 8.463],
    ['انتهت الجلسة', 5.415],
    ['غير مسموح', 4.452],
    ['لم يُتحقق منها', 5.595],
  ],
} as const satisfies Record<Language, readonly (readonly [text: string, ems: number])[]>
const SHOWN = { en, fr, ar }

test.each(LANGUAGES)('the texts that are measured are those that are shown, in %s', (language) => {
  const { word, unchecked } = SHOWN[language]
  const titles = Object.values(unchecked).flatMap((of) => (typeof of === 'string' ? [] : of.title))
  expect(MEASURED[language].map(([text]) => text)).toEqual([...Object.values(word), ...titles])
})

/** How much wider than the text its estimate may be: joined letters of Arabic vary most. */
const MOST = { en: 1.25, fr: 1.25, ar: 1.65 } as const satisfies Record<Language, number>

test.each(
  LANGUAGES.flatMap((language) =>
    MEASURED[language].map(([text, ems]) => [text, ems, MOST[language]] as const),
  ),
)('%s is not wider than its estimate, nor much narrower', (text, ems, most) => {
  expect(widthInEms(text)).toBeGreaterThanOrEqual(ems)
  expect(widthInEms(text)).toBeLessThan(ems * most)
})
// Parts of names, measured in the same way.
test.each<[string, number]>([
  ['Mohammed', 5.996],
  ['Abdelrahman', 6.751],
  ['عبد الرحمن محمد الحسن', 10.261],
])('%s is not wider than its estimate, nor much narrower', (text, measured) => {
  expect(widthInEms(text)).toBeGreaterThanOrEqual(measured)
  expect(widthInEms(text)).toBeLessThan(measured * 1.25)
})

test('a word takes the width of its place, up to its limit, in one line', () => {
  expect(wordSize('VALID')).toEqual({
    fontSize: 'min(var(--word-most), 29.67cqi)',
    whiteSpace: 'nowrap',
  })
})

const sizeOf = (name: string): number =>
  Number(/([\d.]+)cqi/.exec(String(nameSize(name, '2rem').fontSize))?.[1])

test('a name is smaller the longer its longest part is', () => {
  expect(sizeOf('Abdelrahmanmohammed Idris')).toBeLessThan(sizeOf('Abdelrahman Idris'))
})
test('and the longer it is as a whole', () => {
  expect(sizeOf('Amna Idris Amna Idris Amna Idris Amna')).toBeLessThan(sizeOf('Amna Idris'))
})
test('the longest part alone limits a name that cannot break', () => {
  const { longest, whole } = nameEms('Mohammedelhassanabdelmajid Ali')
  expect(longest).toBeGreaterThan(whole / 2)
})
test('it breaks at blanks only', () => {
  expect(nameSize('Amna Idris', '2rem')).toMatchObject({
    overflowWrap: 'normal',
    wordBreak: 'keep-all',
  })
})
