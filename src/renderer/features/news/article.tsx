import { ArrowUpRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat, useLanguage } from '../../i18n/use-format.ts'
import type { NewsItem } from '../../platform/calls/content-queries.ts'
import { buttonClass, LinkButton } from '../../ui/button/button.tsx'
import { ShareButton } from '../../ui/button/share-button.tsx'
import { usePageTitle } from '../../ui/layout/page.tsx'
import { Paragraphs } from '../../ui/layout/paragraphs.tsx'
import { Cover } from '../../ui/picture/cover.tsx'

export function Article({ article }: { readonly article: NewsItem }) {
  const { t } = useTranslation('news')
  const language = useLanguage()
  const format = useFormat()
  const { title, description, fullContent, imageAlt } = article.content[language]
  const heading = usePageTitle(title, description)
  const borrowed = article.borrowed.includes(language)
  const dir = borrowed ? 'auto' : undefined
  return (
    <article>
      <p className="flex flex-wrap items-center gap-3 text-muted">
        <time dateTime={article.date}>{format.date(article.date)}</time>
        {article.status === 'draft' && (
          <span className="rounded-sm border border-warning bg-warning-soft px-2 py-0.5 text-xs font-semibold text-warning">
            {t('draft')}
          </span>
        )}
      </p>
      {borrowed && <p className="mt-2 text-sm text-muted">{t('borrowed')}</p>}
      <h1 ref={heading} tabIndex={-1} dir={dir} className="mt-1 text-3xl headline wrap-anywhere">
        {title}
      </h1>
      <p dir={dir} className="mt-3 text-lg text-muted wrap-anywhere">
        {description}
      </p>
      <Cover image={article.image} alt={imageAlt} eager className="mt-6 rounded-lg" />
      <div dir={dir} className="mt-8">
        <Paragraphs text={fullContent} />
      </div>
      <div className="mt-8 flex flex-wrap gap-3">
        <FurtherLink article={article} />
        {article.status !== 'draft' && <ShareButton title={title} text={description} />}
      </div>
    </article>
  )
}

/** Where the article points to: a page of ours, or an address elsewhere. One that points to itself adds nothing. */
function FurtherLink({ article: { id, link } }: { readonly article: NewsItem }) {
  const { t } = useTranslation('news')
  if (link === '' || link === `/news/${id}`) return null
  if (!link.startsWith('/'))
    return (
      <a
        href={link}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClass({ variant: 'secondary' })}
      >
        {t('furtherOutside', { host: new URL(link).hostname })}
        <ArrowUpRight aria-hidden="true" size={18} className="mirror" />
      </a>
    )
  return (
    <LinkButton to={link} variant="secondary">
      {t('further')}
    </LinkButton>
  )
}
