import { describe, expect, test } from 'vitest'
import { languageOf, languageOfBoth } from './language-of.ts'

describe('the language of a text', () => {
  test.each([
    [
      'en',
      'Armed men on pick-up trucks entered a market and ordered everyone from one community to one side.',
    ],
    [
      'en',
      'The office of « La Maison de la Presse » was closed after they had been there with a list.',
    ],
    [
      'fr',
      'Un convoi de véhicules armés a encerclé à l’aube un campement de familles dans le nord ; les abris ont été brûlés.',
    ],
    [
      'fr',
      'La page « The Dry Season Voice » a diffusé des propos qui visent les familles et leurs commerces.',
    ],
    ['ar', 'سقطت قذائف على حي سكني بعد صلاة المغرب.'],
    ['ar', 'نشرت صفحة Dry Voice تسجيلات صوتية تحرض على استبعاد أسماء بعينها من كشوفات المساعدات.'],
  ])('%s: %s', (language, text) => {
    expect(languageOf(text)).toBe(language)
  })

  test.each([
    ['nothing', ''],
    ['a name', 'Khadija Ibrahim'],
    ['a place', 'Port Sudan, Sudan'],
    ['what is withheld', '[…]'],
    ['few words', 'Shells fell on houses.'],
    ['one word of Arabic', 'جوبا'],
    [
      'two languages',
      'The houses were burned and they left. Les maisons ont été brûlées et ils sont partis avec leurs enfants.',
    ],
    ['two scripts', 'The men came with guns and they left. سقطت قذائف على حي سكني بعد صلاة المغرب'],
    [
      'Spanish',
      'Los hombres llegaron por la noche con una lista y que se llevaron a la familia de la casa.',
    ],
    [
      'German',
      'Die Männer kamen in der Nacht mit einer Liste, und des Nachbarn Haus was offen, es war dunkel.',
    ],
    [
      'Dutch',
      'De mannen kwamen met een lijst; het huis was van de familie, of zij had het pas gehuurd.',
    ],
    [
      'Italian',
      'Gli uomini sono arrivati di notte con una lista e le famiglie del quartiere sono fuggite per la strada.',
    ],
    [
      'Portuguese',
      'Os homens chegaram de noite com uma lista e as famílias do bairro fugiram para a estrada.',
    ],
    ['Persian', 'مردان مسلح شب با یک فهرست به خانه‌ها آمدند و گفتند که باید بروند.'],
    ['Urdu', 'مسلح آدمی رات کو ایک فہرست کے ساتھ آئے اور لوگوں سے کہا۔'],
  ])('is not told of %s', (_what, text) => {
    expect(languageOf(text)).toBeUndefined()
  })
})

const ENGLISH = 'Armed men entered a market with lists and they ordered everyone to one side.'
const FRENCH = 'Ils sont venus par la route du nord avec leurs armes.'
const ARABIC =
  'سقطت قذائف على حي سكني بعد صلاة المغرب، وأصيب عدد من المدنيين في الأسواق القريبة من المسجد.'

test.each([
  ['the same language', FRENCH, FRENCH, 'fr'],
  ['nothing', ARABIC, '', 'ar'],
  ['a name in other letters', ARABIC, 'RSF', 'ar'],
  ['a few words that tell nothing', ENGLISH, 'Men on camels, masked', 'en'],
  ['a short text in other letters', ARABIC, 'Trois hommes masqués', undefined],
  ['another language', ENGLISH, FRENCH, undefined],
  [
    'a text that tells, under one that does not',
    'Soldiers shot my brother near Nyala',
    FRENCH,
    undefined,
  ],
])('beside a text stands %s', (_what, text, second, language) => {
  expect(languageOfBoth(text, second)).toBe(language)
})
