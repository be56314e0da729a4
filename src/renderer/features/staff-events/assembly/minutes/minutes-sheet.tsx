/**
 * The draft of the minutes: French on the left, Arabic on the right, on A4, with room for what only people know (chair,
 * secretary, what was said). Its words are those of the two languages whatever the reader's is, so they stand here.
 */
import type { AssemblyMinutes } from '#shared/contract/assembly.ts'
import { isOnAgenda, type AssemblyKind, type Majority } from '#shared/domain/assembly.ts'
import { momentIn, Pair, SheetState, type PairProps } from '../sheet/pair.tsx'
import '../../../../ui/layout/paper.css'
import '../sheet/signature-sheet.css'
import './minutes-sheet.css'

const KINDS: Readonly<Record<AssemblyKind, PairProps>> = {
  ordinary: { fr: 'Assemblée générale ordinaire', ar: 'جمعية عمومية عادية' },
  extraordinary: { fr: 'Assemblée générale extraordinaire', ar: 'جمعية عمومية غير عادية' },
}
const MAJORITIES: Readonly<Record<Majority, PairProps>> = {
  simple: {
    fr: 'Majorité simple des suffrages exprimés',
    ar: 'الأغلبية البسيطة من الأصوات المعبَّر عنها',
  },
  'two-thirds': { fr: 'Deux tiers des suffrages exprimés', ar: 'ثلثا الأصوات المعبَّر عنها' },
  'three-quarters': {
    fr: 'Trois quarts des suffrages exprimés',
    ar: 'ثلاثة أرباع الأصوات المعبَّر عنها',
  },
}
const ROOM = '…………………………………'

const counted = (count: number, one: string): string => `${count} ${one}${count > 1 ? 's' : ''}`

function convocationText({ convened }: AssemblyMinutes): PairProps {
  if (convened === null) return { fr: `Convocation : ${ROOM}`, ar: `توجيه الدعوة: ${ROOM}` }
  const { at, days, mails, inTime } = convened
  return {
    fr: `Convoquée le ${momentIn('fr', at)}, ${counted(days, 'jour')} avant, par email à ${counted(mails, 'membre')}${inTime ? '' : ' (délai des statuts non respecté)'}.`,
    ar: `وُجّهت الدعوة بالبريد الإلكتروني في ${momentIn('ar', at)}${inTime ? '' : ' (دون احترام مهلة النظام الأساسي)'}. الأيام قبل الاجتماع: ${days}، والأعضاء: ${mails}.`,
  }
}

/** What was convened, where it is not what the assembly was held on. */
function changeTexts({ agendaChange }: AssemblyMinutes): readonly PairProps[] {
  if (agendaChange === null) return []
  const { at, convened } = agendaChange
  return [
    {
      fr: `L’ordre du jour a été modifié le ${momentIn('fr', at)}, après la convocation. Ordre du jour de la convocation :`,
      ar: `عُدّل جدول الأعمال في ${momentIn('ar', at)} بعد توجيه الدعوة. وكان جدول الأعمال في الدعوة:`,
    },
    ...convened.map(({ fr, ar }, index) => ({
      fr: `${index + 1}. ${fr}`,
      ar: `${index + 1}. ${ar === '' ? fr : ar}`,
    })),
  ]
}

function quorumText({ counts, quorum }: AssemblyMinutes): PairProps {
  if (quorum.value === 0)
    return { fr: 'Deuxième convocation : sans quorum.', ar: 'دعوة ثانية: بلا نصاب.' }
  const isReached = counts.missing === 0
  return {
    fr: `Quorum : ${counts.needed} voix. ${isReached ? 'Il est atteint ; l’assemblée peut valablement délibérer.' : `Il n’est pas atteint : il manque ${counts.missing} voix.`}`,
    ar: `النصاب: ${counts.needed}. ${isReached ? 'اكتمل النصاب، ويمكن للاجتماع أن يتداول.' : `لم يكتمل النصاب، والأصوات الناقصة: ${counts.missing}.`}`,
  }
}

interface ItemProps {
  readonly item: AssemblyMinutes['agenda'][number]
  readonly number: number
  readonly change: AssemblyMinutes['agendaChange']
}

function Item({ item, number, change }: ItemProps) {
  const { fr, ar, majority, result, adopted } = item
  return (
    <tr>
      <td className="sheet-item">
        <Pair
          className="sheet-kind"
          fr={`${number}. ${fr}`}
          ar={`${number}. ${ar === '' ? fr : ar}`}
        />
        {change !== null && !isOnAgenda(item, change.convened) && (
          <Pair
            fr="Point ajouté ou modifié après la convocation."
            ar="بند أُضيف أو عُدّل بعد توجيه الدعوة."
          />
        )}
        {majority !== null && <Pair {...MAJORITIES[majority]} />}
        {result === null ? (
          <Pair fr={ROOM} ar={ROOM} />
        ) : (
          <>
            <Pair
              fr={`Pour : ${result.for} · Contre : ${result.against} · Abstentions : ${result.abstained}`}
              ar={`الأصوات المؤيدة: ${result.for} · المعارضة: ${result.against} · الممتنعون: ${result.abstained}`}
            />
            <Pair
              className="sheet-kind"
              {...(adopted === true
                ? { fr: 'La résolution est adoptée.', ar: 'اعتُمد القرار.' }
                : { fr: 'La résolution est rejetée.', ar: 'رُفض القرار.' })}
            />
          </>
        )}
      </td>
    </tr>
  )
}

/** What was said and decided is written by hand. */
const NoAgenda = () => (
  <tr>
    <td className="sheet-item">
      <Pair
        className="sheet-kind"
        fr="Points traités, décisions et votes :"
        ar="البنود المطروحة والقرارات والتصويت:"
      />
      <div aria-hidden="true" className="minutes-lines" />
    </td>
  </tr>
)

interface MinutesSheetProps {
  readonly minutes: AssemblyMinutes
  /** Name and seat. */
  readonly association: string
}

export function MinutesSheet({ minutes, association }: MinutesSheetProps) {
  const { title, place, startsAt, kind, secondOf, counts, agenda, at } = minutes
  return (
    <div className="paper-sheet signature-sheet minutes-sheet" dir="ltr">
      <table>
        <thead>
          <tr>
            <td className="sheet-head">
              <Pair className="sheet-title" {...title} />
              <Pair className="sheet-kind" fr="Procès-verbal (projet)" ar="محضر (مسودة)" />
              <SheetState association={association} at={at} />
            </td>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td className="sheet-item">
              <Pair {...KINDS[kind]} />
              {secondOf !== null && (
                <Pair
                  fr={`Deuxième convocation de : ${secondOf.fr}`}
                  ar={`دعوة ثانية بعد: ${secondOf.ar}`}
                />
              )}
              <Pair
                fr={`${momentIn('fr', startsAt)}, ${place.fr}`}
                ar={`${momentIn('ar', startsAt)}، ${place.ar}`}
              />
              <Pair {...convocationText(minutes)} />
              {changeTexts(minutes).map((pair) => (
                <Pair key={pair.fr} {...pair} />
              ))}
              <Pair
                fr={`Membres ayant droit de vote : ${counts.entitled}. Présents : ${counts.present}, représentés : ${counts.represented}, en tout ${counts.total} voix.`}
                ar={`الأعضاء الذين يحق لهم التصويت: ${counts.entitled}. الحاضرون: ${counts.present}، والممثَّلون: ${counts.represented}، ومجموع الأصوات: ${counts.total}.`}
              />
              <Pair {...quorumText(minutes)} />
              <Pair fr="Ouverture de la séance à : …………" ar="افتُتحت الجلسة في الساعة: …………" />
            </td>
          </tr>
          {agenda.length === 0 && <NoAgenda />}
          {agenda.map((item, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two items may have one text, and the order is fixed here
            <Item key={index} item={item} number={index + 1} change={minutes.agendaChange} />
          ))}
          <tr>
            <td className="sheet-ending">
              <Pair fr="Fin de la séance à : …………" ar="رُفعت الجلسة في الساعة: …………" />
              <Pair
                className="sheet-sign"
                fr="Présidence de séance (nom, signature) :"
                ar="رئيس الجلسة (الاسم والتوقيع):"
              />
              <Pair
                className="sheet-sign"
                fr="Secrétariat de séance (nom, signature) :"
                ar="أمين سر الجلسة (الاسم والتوقيع):"
              />
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  )
}
