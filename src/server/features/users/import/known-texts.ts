/** Headers and values as the three languages of the interface write them, and as people abbreviate them. */
import ar from '#locales/ar/memberFields.json' with { type: 'json' }
import en from '#locales/en/memberFields.json' with { type: 'json' }
import fr from '#locales/fr/memberFields.json' with { type: 'json' }
import { COUNTRY_CODES } from '#shared/domain/people/countries.ts'
import { isMemberField } from '#shared/domain/people/member-fields.ts'
import { IMPORT_COLUMNS, type ImportColumn } from '#shared/domain/people/member-import.ts'
import { CLEAN } from '#shared/domain/text/clean-text.ts'
import { LANGUAGES } from '#shared/domain/text/languages.ts'
import { foldForSearch } from '#shared/domain/text/search-text.ts'

/** `First name *`, `first_name` and `FIRSTNAME (family)` are one text; so are `Marié(e)` and `marie`. */
const fold = (text: string): string =>
  foldForSearch(CLEAN.code(text))
    .replaceAll(/\([^()]*\)/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const FIELDS = [en, fr, ar] as const

const OTHER_HEADERS: Readonly<Partial<Record<ImportColumn, readonly string[]>>> = {
  firstName: ['Given name', 'Prénoms', 'الاسم'],
  lastName: ['Surname', 'Family name', 'Nom de famille', 'اللقب', 'اسم الأب والعائلة'],
  email: ['E-mail', 'Mail', 'Email', 'Courriel', 'Adresse électronique', 'البريد', 'الإيميل'],
  phone: [
    'Phone number',
    'Mobile',
    'Tél',
    'Portable',
    'Numéro de téléphone',
    'رقم الهاتف',
    'الجوال',
    'رقم الجوال',
  ],
  birthDate: ['Birthday', 'DOB', 'Né(e) le', 'Né le', 'Née le', 'تاريخ الولادة'],
  sex: ['Gender', 'Genre', 'Civilité', 'النوع'],
  nationalities: ['Nationality', 'Nationalité', 'الجنسية'],
  currentCountry: ['Country of residence', 'Pays de résidence', 'بلد الإقامة', 'الدولة'],
  birthCity: ['Place of birth', 'Lieu de naissance', 'مكان الميلاد'],
  numberOfKids: ['Children', 'Enfants', 'الأطفال'],
  language: ['Language', 'Langue', 'اللغة'],
  role: ['Role', 'Rôle', 'الدور'],
  status: ['Status', 'Statut', 'الحالة'],
}

/** The texts of a field whose key has the beginning: `label`, `label_form`. */
const labelsOf = (column: ImportColumn): string[] =>
  isMemberField(column)
    ? FIELDS.flatMap((fields) =>
        Object.entries(fields[column]).flatMap(([key, text]) =>
          key.startsWith('label') && typeof text === 'string' ? text : [],
        ),
      )
    : []

const columnByText = new Map<string, ImportColumn>(
  IMPORT_COLUMNS.flatMap((column) =>
    [column, ...labelsOf(column), ...(OTHER_HEADERS[column] ?? [])].map(
      (text) => [fold(text), column] as const,
    ),
  ),
)
export const readColumn = (header: string): ImportColumn | undefined =>
  columnByText.get(fold(header))

type WithOptions = 'sex' | 'maritalStatus' | 'occupation'
const OTHER_VALUES: Readonly<Record<WithOptions, Readonly<Record<string, readonly string[]>>>> = {
  sex: {
    m: ['M', 'Man', 'Mr', 'H', 'Monsieur', 'رجل', 'ذ'],
    f: ['F', 'Woman', 'Mrs', 'Ms', 'Mme', 'Madame', 'امرأة', 'أ'],
  },
  maritalStatus: {
    Single: ['Unmarried', 'عازب', 'عازبة'],
    Widowed: ['Widow', 'Widower', 'Veuf/Veuve', 'Veuf(ve)', 'ارمل/ه'],
  },
  occupation: {},
}

/** `Single_f` is a form of the option `Single`. */
const optionsOf = (field: WithOptions) =>
  new Map(
    [
      ...FIELDS.flatMap((fields) => Object.entries(fields[field].options)),
      ...Object.entries(OTHER_VALUES[field]).flatMap(([option, texts]) =>
        texts.map((text) => [option, text] as const),
      ),
    ].map(([option, text]) => [fold(text), option.replace(/_.*/, '')] as const),
  )
const OPTIONS = {
  sex: optionsOf('sex'),
  maritalStatus: optionsOf('maritalStatus'),
  occupation: optionsOf('occupation'),
}

/** The stored value of what an option is called; any other text stays, for the rules of its field. */
export const readOption = (field: WithOptions, cell: string): string =>
  OPTIONS[field].get(fold(cell)) ?? cell

const namesIn = (type: 'region' | 'language', codes: readonly string[]) =>
  new Map(
    LANGUAGES.flatMap((language) => {
      const names = new Intl.DisplayNames([language], { type, fallback: 'none' })
      return codes.flatMap((code) => {
        const name = names.of(code)
        return name === undefined ? [] : [[fold(name), code] as const]
      })
    }),
  )
const countryByName = namesIn('region', COUNTRY_CODES)
const languageByName = namesIn('language', LANGUAGES)

/** The code of a country that is called so in one of the three languages; any other text stays. */
export const readCountryName = (cell: string): string => countryByName.get(fold(cell)) ?? cell
export const readLanguageName = (cell: string): string => languageByName.get(fold(cell)) ?? cell
