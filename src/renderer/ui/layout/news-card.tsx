import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useFormat, useLanguage } from '../../i18n/use-format.ts'
import type { NewsItem } from '../../platform/calls/content-queries.ts'
import { cx } from '../cx.ts'
import { Skeleton } from '../feedback/skeleton.tsx'
import { Cover } from '../picture/cover.tsx'

export interface NewsCardProps {
  readonly article: NewsItem
  /** `lead`: picture and text side by side where there is room, for the newest of a list. */
  readonly look?: 'card' | 'lead'
  readonly level: 2 | 3
}

/** An article in a list: picture, date, title, three lines, and the way to the rest. */
export function NewsCard({ article, look = 'card', level }: NewsCardProps) {
  const { t } = useTranslation('common')
  const language = useLanguage()
  const format = useFormat()
  const { title, description } = article.content[language]
  const Heading = `h${level}` as const
  const lead = look === 'lead'
  return (
    // The whole card is the link's target, the title is its name: one stop for the keyboard, one for the ear.
    <article
      className={cx(
        'group relative flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-card transition-colors hover:border-brand',
        lead && 'md:grid md:grid-cols-[3fr_2fr]',
      )}
    >
      <Cover
        image={article.image}
        eager={lead}
        className={cx(lead && 'md:aspect-auto md:h-full md:min-h-72')}
      />
      <div className={cx('flex grow flex-col p-4 sm:p-5', lead && 'md:justify-center md:p-8')}>
        <time dateTime={article.date} className="text-sm text-muted">
          {format.date(article.date)}
        </time>
        <Heading className={cx('mt-1 headline wrap-anywhere', lead ? 'text-2xl' : 'text-xl')}>
          <Link
            to={`/news/${article.id}`}
            className="after:absolute after:inset-0 group-hover:text-brand"
          >
            {title}
          </Link>
        </Heading>
        <p className={cx('mt-2 line-clamp-3 text-muted wrap-anywhere', lead && 'md:text-lg')}>
          {description}
        </p>
        <p
          aria-hidden="true"
          className={cx(
            'inline-flex items-center gap-1.5 pt-4 font-semibold text-brand print:hidden',
            !lead && 'mt-auto',
          )}
        >
          {t('readMore')}
          <ArrowRight
            size={18}
            className="mirror transition-transform group-hover:translate-x-1 rtl:group-hover:-translate-x-1"
          />
        </p>
      </div>
    </article>
  )
}

export function NewsCardSkeleton() {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <Skeleton className="aspect-[40/21] rounded-none" />
      <div className="grid gap-3 p-5">
        <Skeleton className="h-4 w-28" />
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="h-16" />
      </div>
    </div>
  )
}
