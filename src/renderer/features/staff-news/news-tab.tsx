import { useQuery } from '@tanstack/react-query'
import { FilePlus2, Newspaper } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { type Language, LANGUAGES } from '#shared/domain/text/languages.ts'
import { foldForSearch } from '#shared/domain/text/search-text.ts'
import { alone, useLanguageName } from '../../i18n/language-names.ts'
import { useFormat, useLanguage } from '../../i18n/use-format.ts'
import { type NewsItem, newsQuery } from '../../platform/calls/content-queries.ts'
import { Auto } from '../../ui/bidi.tsx'
import { LinkButton } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { type ListAddress, pageOf } from '../../ui/staff/filters/address-filters.ts'
import { FilterBar } from '../../ui/staff/filters/filter-bar.tsx'
import { useAddressFilters } from '../../ui/staff/filters/use-address-filters.ts'
import { StaffList } from '../../ui/staff/staff-list.tsx'
import type { Column } from '../../ui/staff/table/data-table.tsx'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { useDashboard } from '../../ui/staff/use-dashboard.ts'
import { NewsState } from './news-state.tsx'

const STATES = ['draft', 'published'] as const

const NO_FILTERS = { q: '', status: '' }

function found(
  articles: readonly NewsItem[],
  { values: { q, status } }: ListAddress<typeof NO_FILTERS>,
): readonly NewsItem[] {
  const folded = foldForSearch(q.trim())
  const matches = ({ content }: NewsItem): boolean =>
    LANGUAGES.some((language) => foldForSearch(content[language].title).includes(folded))
  return articles.filter(
    (article) => (status === '' || article.status === status) && matches(article),
  )
}

export function NewsTab() {
  const { t } = useTranslation('staffNews')
  const list = `${useDashboard().base}/news`
  const language = useLanguage()
  const navigate = useNavigate()
  const columns = useColumns()
  const filters = useAddressFilters(NO_FILTERS)
  const query = useQuery({
    ...newsQuery,
    select: (articles) => pageOf(found(articles, filters), filters),
  })
  return (
    <StaffPage
      title={t('list.title')}
      lead={t('list.lead')}
      end={
        <LinkButton to={`${list}/new`} icon={<FilePlus2 aria-hidden="true" size={20} />}>
          {t('list.add')}
        </LinkButton>
      }
    >
      <FilterBar
        label={t('list.filter')}
        filters={filters}
        fields={{
          q: { label: t('list.search') },
          status: {
            label: t('list.status'),
            options: [
              { value: '', label: t('list.all') },
              ...STATES.map((state) => ({ value: state, label: t(`status.${state}`) })),
            ],
          },
        }}
      />
      <StaffList
        query={query}
        filters={filters}
        failure={t('list.failed')}
        pages={t('list.title')}
        name="news"
        label={t('list.title')}
        columns={columns}
        rowKey={({ id }) => id}
        busy={query.isFetching}
        onOpen={({ id }) => void navigate(`${list}/${id}/edit`)}
        openLabel={({ content }) => t('list.edit', { title: content[language].title })}
        empty={
          <EmptyState icon={<Newspaper size={30} />} title={t('list.empty')}>
            {t('list.emptyText')}
          </EmptyState>
        }
        noMatch={{ title: t('list.noMatch'), text: t('list.noMatchText') }}
      />
    </StaffPage>
  )
}

function useColumns(): readonly Column<NewsItem>[] {
  const { t } = useTranslation('staffNews')
  const language = useLanguage()
  const languageName = useLanguageName()
  const format = useFormat()
  const written = ({ borrowed }: NewsItem): readonly Language[] =>
    LANGUAGES.filter((name) => !borrowed.includes(name))
  return [
    {
      key: 'title',
      header: t('column.title'),
      rowHeader: true,
      cell: ({ content }) => <Auto>{content[language].title}</Auto>,
    },
    {
      key: 'date',
      header: t('column.date'),
      card: 'half',
      cell: ({ date }) => format.date(date, 'medium'),
    },
    {
      key: 'status',
      header: t('column.status'),
      card: 'half',
      cell: ({ status }) => <NewsState status={status} />,
    },
    {
      key: 'languages',
      header: t('column.languages'),
      wideOnly: true,
      cell: (article) => alone(format.list(written(article).map(languageName))),
    },
    {
      key: 'letter',
      header: t('column.letter'),
      wideOnly: true,
      cell: ({ newsletter }) =>
        newsletter == null
          ? t('letter.no')
          : newsletter.doneAt === null
            ? t('letter.soon')
            : t('letter.count', { count: newsletter.recipients }),
    },
  ]
}
