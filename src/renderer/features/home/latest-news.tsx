import { useQuery } from '@tanstack/react-query'
import { Newspaper } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { newsQuery } from '../../platform/content-queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { NewsCard, NewsCardSkeleton } from '../../ui/news-card.tsx'

/** Spec members §2. */
const SHOWN = 3
const GRID = 'grid gap-6 sm:grid-cols-2 lg:grid-cols-3'

export function LatestNews() {
  const { t } = useTranslation('home')
  const news = useQuery(newsQuery)
  return (
    <section aria-labelledby="latest-news" className="column py-10 sm:py-12">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h2 id="latest-news" className="text-2xl headline">
          {t('news.title')}
        </h2>
        <Link
          to="/news"
          className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
        >
          {t('news.all')}
        </Link>
      </div>
      <div className="mt-4">
        <Loaded
          query={news}
          failure={t('news.loadError')}
          skeleton={
            <div className={GRID}>
              <NewsCardSkeleton />
              <NewsCardSkeleton />
              <NewsCardSkeleton />
            </div>
          }
        >
          {(articles) =>
            articles.length === 0 ? (
              <EmptyState icon={<Newspaper size={30} />} title={t('news.emptyTitle')}>
                {t('news.emptyText')}
              </EmptyState>
            ) : (
              <ul className={GRID}>
                {articles.slice(0, SHOWN).map((article) => (
                  <li key={article.id}>
                    <NewsCard article={article} level={3} />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </section>
  )
}
