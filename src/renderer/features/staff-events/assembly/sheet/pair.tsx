/** What stands on papers of the association in French and in Arabic. */
import { firstOfMonth, LOCALE_TAGS } from '#shared/domain/text/languages.ts'
import { cx } from '../../../../ui/cx.ts'

/** In the time of Paris, as the papers of the association have it. No line ends within it: half a sheet is narrow. */
export function momentIn(language: 'fr' | 'ar', instant: string): string {
  const text = new Intl.DateTimeFormat(LOCALE_TAGS[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Paris',
  }).format(new Date(instant))
  return firstOfMonth(text, language).replaceAll(' ', '\u00A0')
}

export interface PairProps {
  readonly fr: string
  readonly ar: string
  readonly className?: string
}

/** French at the left, Arabic at the right, each in its half. */
export function Pair({ fr, ar, className }: PairProps) {
  return (
    <div className={cx('sheet-pair', className)}>
      <span lang="fr">{fr}</span>
      <span lang="ar" dir="rtl">
        {ar}
      </span>
    </div>
  )
}

interface StateProps {
  /** Name and seat, as the settings have them. */
  readonly association: string
  readonly at: string
}

/** The moment whose state the paper shows, and whose paper it is, over both halves: half a sheet does not hold both. */
export function SheetState({ association, at }: StateProps) {
  return (
    <>
      <Pair fr={`État au\u00A0${momentIn('fr', at)}`} ar={`كما في\u00A0${momentIn('ar', at)}`} />
      <p className="sheet-whole" dir="auto">
        {association}
      </p>
    </>
  )
}
