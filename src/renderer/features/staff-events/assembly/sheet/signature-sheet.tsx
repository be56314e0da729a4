/**
 * The attendance list for signatures: French on the left, Arabic on the right, by first letter of the
 * name, on A4. Its words are those of the two languages whatever the reader's is, so they stand here.
 * Each letter is a table of its own, because the head of a table is what a browser repeats on each page.
 */
import '../../../../ui/layout/paper.css'
import './signature-sheet.css'
import type { SignatureList } from '#shared/contract/assembly.ts'
import { momentIn, Pair, SheetState, type PairProps } from './pair.tsx'
import { inSections } from './sections.ts'

type SheetPerson = SignatureList['people'][number]

const COLUMNS = [
  { key: 'name', fr: 'Nom', ar: 'الاسم' },
  { key: 'number', fr: 'N° de carte', ar: 'رقم البطاقة' },
  { key: 'voices', fr: 'Voix', ar: 'الأصوات' },
  { key: 'proxy', fr: 'Pouvoir', ar: 'التفويض' },
  { key: 'signature', fr: 'Signature', ar: 'التوقيع' },
] as const

interface HeadProps {
  readonly list: SignatureList
  readonly letter: string
  /** Name and seat, as the settings have them. */
  readonly association: string
}

function Head({ list, letter, association }: HeadProps) {
  const { title, place, startsAt, at } = list
  return (
    <thead>
      <tr>
        <td colSpan={COLUMNS.length} className="sheet-head">
          <Pair className="sheet-title" fr={title.fr} ar={title.ar} />
          <Pair className="sheet-kind" fr="Feuille d’émargement" ar="قائمة الحضور والتوقيع" />
          <Pair
            fr={`${momentIn('fr', startsAt)}, ${place.fr}`}
            ar={`${momentIn('ar', startsAt)}، ${place.ar}`}
          />
          <SheetState association={association} at={at} />
        </td>
      </tr>
      <tr>
        {COLUMNS.map(({ key, fr, ar }) => (
          <th key={key} scope="col">
            <Pair className="sheet-column" fr={fr} ar={ar} />
          </th>
        ))}
      </tr>
      <tr>
        <th colSpan={COLUMNS.length} scope="colgroup" dir="auto" className="sheet-letter">
          {letter}
        </th>
      </tr>
    </thead>
  )
}

function Proxies({
  label,
  names,
}: {
  readonly label: PairProps
  readonly names: readonly string[]
}) {
  if (names.length === 0) return null
  return (
    <>
      <Pair {...label} />
      {names.map((name) => (
        <p key={name} dir="auto">
          {name}
        </p>
      ))}
    </>
  )
}

function Row({ person }: { readonly person: SheetPerson }) {
  const { name, number, voices, carriedBy, carries } = person
  return (
    <tr>
      <th scope="row" dir="auto">
        {name}
      </th>
      <td>{number}</td>
      <td className="sheet-voices">{voices}</td>
      <td className="sheet-proxies">
        <Proxies
          label={{ fr: 'Représenté par', ar: 'يمثله' }}
          names={carriedBy === null ? [] : [carriedBy]}
        />
        <Proxies label={{ fr: 'Représente', ar: 'يمثل' }} names={carries} />
      </td>
      <td>&nbsp;</td>
    </tr>
  )
}

/** How many stand on the list, and who certifies it: in the last table, so that it is below a head wherever it stands. */
function Ending({ people }: Pick<SignatureList, 'people'>) {
  const voices = people.reduce((sum, person) => sum + person.voices, 0)
  return (
    <tr>
      <td colSpan={COLUMNS.length} className="sheet-ending">
        <Pair
          fr={`Personnes : ${people.length} · Voix attendues : ${voices}`}
          ar={`الأشخاص: ${people.length} · الأصوات المتوقعة: ${voices}`}
        />
        <Pair fr="Certifié exact. Présidence de séance :" ar="صودق عليها، رئيس الجلسة:" />
        <Pair fr="Secrétariat de séance :" ar="أمين سر الجلسة:" />
      </td>
    </tr>
  )
}

export function SignatureSheet({ list, association }: Pick<HeadProps, 'list' | 'association'>) {
  const sections = inSections(list.people)
  return (
    <div className="paper-sheet signature-sheet" dir="ltr">
      {sections.map(({ letter, people }, index) => (
        <table key={letter}>
          <colgroup>
            {COLUMNS.map(({ key }) => (
              <col key={key} className={`sheet-col-${key}`} />
            ))}
          </colgroup>
          <Head list={list} letter={letter} association={association} />
          <tbody>
            {people.map((person) => (
              <Row key={person.number} person={person} />
            ))}
            {index === sections.length - 1 && <Ending people={list.people} />}
          </tbody>
        </table>
      ))}
    </div>
  )
}
