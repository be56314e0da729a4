import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { newsQuery } from '../../platform/content-queries.ts'
import { NewsCard } from '../../ui/news-card.tsx'

const SHOWN = 3

/** What else there is to read. Nothing at all while it is not there: the article is what was asked for. */
export function OtherNews({ except }: { readonly except: string }) {
  const { t } = useTranslation('news')
  const { data } = useQuery(newsQuery)
  const others = (data ?? []).filter(({ id }) => id !== except).slice(0, SHOWN)
  if (others.length === 0) return null
  return (
    <section aria-labelledby="other-news" className="mt-14 border-t border-line pt-10">
      <h2 id="other-news" className="text-2xl headline">
        {t('others')}
      </h2>
      <ul className="mt-5 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {others.map((article) => (
          <li key={article.id}>
            <NewsCard article={article} level={3} />
          </li>
        ))}
      </ul>
    </section>
  )
}
