/**
 * The personal fields of a member, each described once. Contract shapes, rows, replies, forms, pages, import and export
 * follow from this table; CONTRIBUTING.md says how to add a field. Texts are in `locales/<language>/memberFields.json`.
 */

/** How a value is read, written, stored, shown and asked for. */
export type FieldKind =
  | 'name'
  | 'text'
  | 'comment'
  | 'occupation'
  | 'email'
  | 'phone'
  | 'number'
  | 'date'
  | 'country'
  | 'countries'
  | 'sex'
  | 'marital'

/** A reply or a file that holds people. */
export type Reader =
  | 'own' // the member's own pages
  | 'waiting' // the own session, while it waits for the second factor
  | 'list' // the list of members
  | 'record' // one member for those who manage members, and the copy of the own data
  | 'found' // what staff find at a desk
  | 'queue' // the list of requests
  | 'request' // one request
  | 'decided' // either of them once it is decided, for moderators and reviewers
  | 'export' // the file of all members
  | 'device' // the disk of an applicant who keeps an unsent form there

/** Who gives the value, besides the staff who manage members. */
export type Writer =
  | 'applicant'
  | 'import'
  | 'member' // on their own account
  | 'proven-member' // the same, with a proven password and a code

/** Where the value must be given; `add` and `edit` are the forms of staff (docs/spec/members.md, 5 and 6). */
export type Form = 'applicant' | 'add' | 'edit' | 'import'

interface FieldSpec {
  readonly kind: FieldKind
  /** Of the table `members`; null where the values have a table of their own. */
  readonly column: string | null
  /** Everybody who gets the field. Who is not named here gets nothing, so that a new field is shown to nobody. */
  readonly readers: readonly Reader[]
  readonly writers: readonly Writer[]
  readonly required: readonly Form[]
  /** The API page shows it. */
  readonly example?: string
}

const WHOLE = ['own', 'record', 'request'] as const
const CLOSE = [...WHOLE, 'device'] as const
const SENSITIVE = [...WHOLE, 'list', 'queue', 'export'] as const
const LISTED = [...SENSITIVE, 'device'] as const
const FOUND = [...LISTED, 'found'] as const
const NAMED = [...FOUND, 'decided', 'waiting'] as const
const ENTERED = ['applicant', 'import'] as const
const OWN = [...ENTERED, 'member'] as const
const PROVEN = [...ENTERED, 'proven-member'] as const
const ALWAYS = ['applicant', 'add', 'edit', 'import'] as const
const APPLYING = ['applicant'] as const

/** The fields stand in the order of the columns of an export. */
// One line for each field: it is read as a table.
// prettier-ignore
export const MEMBER_FIELDS = {
  firstName:        { kind: 'name',         column: 'first_name',           readers: NAMED,        writers: ENTERED,         required: ALWAYS },
  lastName:         { kind: 'name',         column: 'last_name',            readers: NAMED,        writers: ENTERED,         required: ALWAYS, example: 'Idris' },
  email:            { kind: 'email',        column: 'email',                readers: FOUND,        writers: PROVEN,          required: ALWAYS },
  phone:            { kind: 'phone',        column: 'phone',                readers: FOUND,        writers: PROVEN,          required: ['edit'] },
  tribe:            { kind: 'text',         column: 'tribe',                readers: SENSITIVE,    writers: ENTERED,         required: ['applicant', 'edit'], example: 'Zaghawa' },
  nationalities:    { kind: 'countries',    column: null,                   readers: LISTED,       writers: ENTERED,         required: APPLYING },
  currentCountry:   { kind: 'country',      column: 'current_country',      readers: FOUND,        writers: OWN,             required: APPLYING },
  currentCity:      { kind: 'text',         column: 'current_city',         readers: FOUND,        writers: OWN,             required: APPLYING, example: 'Lyon' },
  currentVillage:   { kind: 'text',         column: 'current_village',      readers: LISTED,       writers: OWN,             required: APPLYING, example: 'Villeurbanne' },
  birthDate:        { kind: 'date',         column: 'birth_date',           readers: FOUND,        writers: ENTERED,         required: ENTERED },
  birthCountry:     { kind: 'country',      column: 'birth_country',        readers: LISTED,       writers: ENTERED,         required: APPLYING },
  birthCity:        { kind: 'text',         column: 'birth_city',           readers: LISTED,       writers: ENTERED,         required: APPLYING, example: 'Nyala' },
  birthVillage:     { kind: 'text',         column: 'birth_village',        readers: LISTED,       writers: ENTERED,         required: APPLYING, example: 'Kass' },
  sex:              { kind: 'sex',          column: 'sex',                  readers: LISTED,       writers: ENTERED,         required: ENTERED },
  maritalStatus:    { kind: 'marital',      column: 'marital_status',       readers: LISTED,       writers: ENTERED,         required: APPLYING },
  numberOfKids:     { kind: 'number',       column: 'number_of_kids',       readers: LISTED,       writers: ENTERED,         required: [] },
  occupation:       { kind: 'occupation',   column: 'occupation',           readers: LISTED,       writers: ENTERED,         required: [], example: 'Engineer' },
  // The mother's names are in no list (ADR 0027).
  mothersFirstName: { kind: 'name',         column: 'mothers_first_name',   readers: CLOSE,        writers: ENTERED,         required: ['applicant', 'add'], example: 'Zeinab' },
  mothersLastName:  { kind: 'name',         column: 'mothers_last_name',    readers: CLOSE,        writers: ENTERED,         required: ['applicant', 'add'], example: 'Musa' },
  recommendedBy:    { kind: 'text',         column: 'recommended_by',       readers: ['record', 'request'], writers: ENTERED,         required: APPLYING, example: 'ELDER-7' },
  // A request shows the comment of its own decision under this name.
  approverComment:  { kind: 'comment',      column: 'approver_comment',     readers: ['record'],   writers: [],              required: [] },
  comments:         { kind: 'comment',      column: 'comments',             readers: ['record', 'request', 'queue', 'device'], writers: ['applicant'],   required: [] },
} as const satisfies Readonly<Record<string, FieldSpec>>

const RESIDENCE = ['currentCountry', 'currentCity', 'currentVillage'] as const
const BIRTHPLACE = ['birthCountry', 'birthCity', 'birthVillage'] as const
const BIRTH = ['birthDate', ...BIRTHPLACE] as const
const MOTHER = ['mothersFirstName', 'mothersLastName'] as const
const HOUSEHOLD = ['maritalStatus', 'numberOfKids'] as const

/**
 * Groups of fields, in their order on each page. Names that are no field stand for facts that the page adds, such as the
 * age. A page shows of them what the reply holds.
 */
export const MEMBER_PAGES = {
  profile: {
    name: ['firstName', 'lastName', 'sex'],
    birth: BIRTH,
    family: ['nationalities', 'tribe', ...MOTHER, ...HOUSEHOLD],
    work: ['occupation'],
    place: RESIDENCE,
  },
  record: {
    contact: ['email', 'phone', 'language', 'connectionMethod'],
    residence: RESIDENCE,
    birth: BIRTH,
    person: ['sex', 'tribe', 'nationalities', 'mothersName', ...HOUSEHOLD, 'occupation'],
    membership: ['memberSince', 'validated', 'recommendedBy', 'approverComment', 'comments'],
  },
  request: {
    name: ['firstName', 'lastName', 'sex', 'language'],
    birth: ['birthDate', 'age', ...BIRTHPLACE],
    contact: ['email', 'phone', 'place'],
    family: ['nationalities', 'tribe', ...MOTHER, ...HOUSEHOLD, 'occupation'],
    request: ['sent', 'recommendedBy', 'comments'],
  },
  /** The form of an applicant and its summary (docs/spec/registration.md, 2). */
  application: {
    personal: ['firstName', 'lastName', 'sex', ...HOUSEHOLD, 'tribe'],
    contact: ['proven', 'phone', 'password'],
    birth: BIRTH,
    location: RESIDENCE,
    mother: MOTHER,
    occupation: ['occupation'],
    nationalities: ['nationalities'],
    invitation: ['recommendedBy', 'comments'],
  },
  /** The forms of staff. */
  form: {
    name: ['firstName', 'lastName', 'email', 'phone'],
    person: ['tribe', 'sex', ...MOTHER, ...HOUSEHOLD, 'occupation', 'nationalities'],
    birth: BIRTH,
    residence: RESIDENCE,
    membership: ['recommendedBy', 'approverComment', 'comments'],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

export type MemberField = keyof typeof MEMBER_FIELDS
export type KindOf<F extends MemberField> = (typeof MEMBER_FIELDS)[F]['kind']
type FieldsWhere<List extends 'readers' | 'writers' | 'required', Word> = {
  [F in MemberField]: Word extends (typeof MEMBER_FIELDS)[F][List][number] ? F : never
}[MemberField]
export type ReadBy<R extends Reader> = FieldsWhere<'readers', R>
export type WrittenBy<W extends Writer> = FieldsWhere<'writers', W>
export type RequiredIn<I extends Form> = FieldsWhere<'required', I>

export const FIELD_NAMES = Object.keys(MEMBER_FIELDS) as readonly MemberField[] // the keys of the table
export const specOf = (field: MemberField): FieldSpec => MEMBER_FIELDS[field]
export const isMemberField = (name: string): name is MemberField =>
  Object.hasOwn(MEMBER_FIELDS, name)

export const readBy = <R extends Reader>(reader: R): readonly ReadBy<R>[] =>
  FIELD_NAMES.filter((field): field is ReadBy<R> => specOf(field).readers.includes(reader))
export const writtenBy = <W extends Writer>(writer: W): readonly WrittenBy<W>[] =>
  FIELD_NAMES.filter((field): field is WrittenBy<W> => specOf(field).writers.includes(writer))
export const isRequired = (field: MemberField, form: Form): boolean =>
  specOf(field).required.includes(form)
export const requiredIn = <I extends Form>(form: I): readonly RequiredIn<I>[] =>
  FIELD_NAMES.filter((field): field is RequiredIn<I> => isRequired(field, form))

/** What a table says of the kind of each field. */
export const byKind = <F extends MemberField, T extends Readonly<Record<FieldKind, unknown>>>(
  fields: readonly F[],
  table: T,
) =>
  Object.fromEntries(fields.map((field) => [field, table[specOf(field).kind]])) as {
    [K in F]: T[KindOf<K>]
  } // one entry for each field

/** What stands for a field that is not known, by its kind. */
const BLANK = {
  name: '',
  text: '',
  comment: '',
  occupation: '',
  email: '',
  phone: '',
  number: 0,
  date: '',
  country: '',
  countries: [] as string[],
  sex: '',
  marital: '',
} as const satisfies Readonly<Record<FieldKind, unknown>>
/** The same for a field that the reader may not see. */
export const WITHHELD = { ...BLANK, number: null, date: null, sex: null } as const

export const blankFields = <R extends Reader>(reader: R) => byKind(readBy(reader), BLANK)
