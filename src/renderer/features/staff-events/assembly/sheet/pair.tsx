/** What stands on papers of the association in French and in Arabic. */
import { firstOfMonth, LOCALE_TAGS } from '../../../../i18n/format.ts'
import { cx } from '../../../../ui/cx.ts'

/** In the time of Paris, as the papers of the association have it. */
export function momentIn(language: 'fr' | 'ar', instant: string): string {
  const text = new Intl.DateTimeFormat(LOCALE_TAGS[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Paris',
  }).format(new Date(instant))
  return firstOfMonth(text, language)
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
