import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ageOn } from '#shared/domain/people/birth-date.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { cx } from '../../../ui/cx.ts'

interface PersonSheetProps {
  readonly heading: ReactNode
  /** The photo is as wide as its frame: the sheet gives it room. */
  readonly photo: ReactNode
  /** Facts that are compared with the person: on a phone they stand beside the photo. */
  readonly near: ReactNode
  /** The others: on a phone below, over the whole width. */
  readonly far: ReactNode
}

/**
 * A photo with the facts of a person. On a phone the name stands over the whole width, and under it the face with the facts
 * beside it, low enough for the whole face to stand above the bar; from 640 px on everything stands beside the photo. The
 * facts stand in two equal columns, below the face as beside it.
 */
export function PersonSheet({ heading, photo, near, far }: PersonSheetProps) {
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-2 sm:gap-x-5 sm:grid-cols-[13rem_minmax(0,1fr)] sm:grid-rows-[auto_auto_1fr] sm:gap-y-4">
      <div className="max-sm:max-w-[min(8.5rem,17dvh)] sm:row-span-3">{photo}</div>
      <div className="max-sm:order-first max-sm:col-span-2">{heading}</div>
      <dl className="grid content-start gap-x-4 gap-y-2 sm:col-start-2 sm:grid-cols-2">{near}</dl>
      <dl className="grid grid-cols-2 content-start gap-x-4 gap-y-2 max-sm:col-span-2 sm:col-start-2">
        {far}
      </dl>
    </div>
  )
}

interface FactProps {
  readonly term: string
  /** Takes both columns: an address, which one of them tears. */
  readonly wide?: boolean
  /** On a phone the term is only read out: what stands under it says what it is. */
  readonly brief?: boolean
  readonly children: ReactNode
}

export function Fact({ term, wide = false, brief = false, children }: FactProps) {
  return (
    <div className={cx('min-w-0', wide && 'col-span-2')}>
      <dt className={cx('text-sm text-muted', brief && 'max-sm:sr-only')}>{term}</dt>
      <dd className="font-semibold wrap-anywhere">{children}</dd>
    </div>
  )
}

/** In the short form, which fits half a phone, and never in two lines: a date is compared at one look. */
export function FactDate({ date }: { readonly date: string }) {
  const format = useFormat()
  return <span className="whitespace-nowrap">{format.date(date, 'medium')}</span>
}

/** A birth date with the age, so that staff at a door need not compute it. */
export function BirthDate({ date, today }: { readonly date: string; readonly today: Date }) {
  const { t } = useTranslation('verification')
  return (
    <>
      <FactDate date={date} />{' '}
      <span className="font-normal whitespace-nowrap">
        ({t('person.age', { count: ageOn(date, today) })})
      </span>
    </>
  )
}
