import { useQuery } from '@tanstack/react-query'
import { Newspaper } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { CallFailure } from '../../platform/calls/call-failure.ts'
import { articleQuery, newsQuery } from '../../platform/calls/content-queries.ts'
import { LinkButton } from '../../ui/button/button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { NewsCard } from '../../ui/layout/news-card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { Article } from './article.tsx'

const SHOWN = 3

/** What else there is to read. Nothing at all while it is not there: the article is what was asked for. */
function OtherNews({ except }: { readonly except: string }) {
  const { t } = useTranslation('news')
  const { data } = useQuery(newsQuery)
  const others = (data ?? []).filter(({ id }) => id !== except).slice(0, SHOWN)
  if (others.length === 0) return null
  return (
    <section aria-labelledby="other-news" className="mt-14 border-t border-line pt-10 print:hidden">
      <h2 id="other-news" className="text-2xl headline">
        {t('others')}
      </h2>
      <ul className={cx('mt-5 grid gap-6 sm:grid-cols-2', others.length > 2 && 'lg:grid-cols-3')}>
        {others.map((article) => (
          <li key={article.id}>
            <NewsCard article={article} level={3} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** An id that no article can have is refused as malformed; to the reader both mean: there is no such article. */
const isUnknown = (error: Error | null): boolean => {
  const status = error instanceof CallFailure ? error.problem?.status : undefined
  return status === 404 || status === 400 || status === 422
}

export function ArticlePage() {
  const { t } = useTranslation('news')
  const { id = '' } = useParams()
  const article = useQuery(articleQuery(id))
  if (isUnknown(article.error)) return <UnknownArticle />
  return (
    <div className="column pt-4 pb-6 sm:pb-8">
      <div className="mx-auto max-w-3xl">
        <BackLink to="/news">{t('all')}</BackLink>
        <div className="mt-2">
          <Loaded query={article} failure={t('loadOneError')} skeleton={<ArticleSkeleton />}>
            {(loaded) => <Article article={loaded} />}
          </Loaded>
        </div>
      </div>
      <OtherNews except={id} />
    </div>
  )
}

function ArticleSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-5 w-32" />
      <Skeleton className="h-12 w-3/4" />
      <Skeleton className="aspect-[40/21] rounded-lg" />
      <Skeleton className="h-40" />
    </div>
  )
}

function UnknownArticle() {
  const { t } = useTranslation('news')
  return (
    <Page title={t('notFound.title')}>
      <meta name="robots" content="noindex" />
      <EmptyState icon={<Newspaper size={30} />} title={t('notFound.lead')}>
        <p className="mt-2 flex flex-wrap justify-center gap-3">
          <LinkButton to="/news">{t('all')}</LinkButton>
          <LinkButton to="/" variant="secondary">
            {t('notFound.home')}
          </LinkButton>
        </p>
      </EmptyState>
    </Page>
  )
}
