import { useQuery } from '@tanstack/react-query'
import { Newspaper } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { newsQuery } from '../../platform/calls/content-queries.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { NewsCard, NewsCardSkeleton } from '../../ui/layout/news-card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'

export function NewsPage() {
  const { t } = useTranslation('news')
  const news = useQuery(newsQuery)
  return (
    <Page wide title={t('title')} lead={t('lead')} description={t('description')}>
      <Loaded query={news} failure={t('loadError')} skeleton={<NewsCardSkeleton />}>
        {([newest, ...others]) =>
          newest === undefined ? (
            <EmptyState icon={<Newspaper size={30} />} title={t('empty.title')}>
              {t('empty.text')}
            </EmptyState>
          ) : (
            <div className="grid gap-6">
              <NewsCard article={newest} look="lead" level={2} />
              {others.length > 0 && (
                <ul className="grid gap-6 sm:grid-cols-2">
                  {others.map((article) => (
                    <li key={article.id}>
                      <NewsCard article={article} level={2} />
                    </li>
                  ))}
                </ul>
              )}
            </div>
          )
        }
      </Loaded>
    </Page>
  )
}
