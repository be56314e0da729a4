import { useQuery } from '@tanstack/react-query'
import { FilePlus2, Newspaper } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { type Language, LANGUAGES } from '#shared/domain/text/languages.ts'
import { foldForSearch } from '#shared/domain/text/search-text.ts'
import { LANGUAGE_NAMES } from '../../i18n/language-store.ts'
import { useFormat, useLanguage } from '../../i18n/use-format.ts'
import { type NewsItem, newsQuery } from '../../platform/calls/content-queries.ts'
import { Auto } from '../../ui/bidi.tsx'
import { LinkButton } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { type Column, DataTable } from '../../ui/staff/table/data-table.tsx'
import { FilterBar, FilterSelect, FilterText } from '../../ui/staff/filters/filter-bar.tsx'
import { Pager } from '../../ui/staff/pager.tsx'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { useAddressFilters } from '../../ui/staff/filters/use-address-filters.ts'
import { NewsState } from './news-state.tsx'
import { useNewsPath } from './use-news-path.ts'

const STATES = ['draft', 'published'] as const

export function NewsTab() {
  const { t } = useTranslation('staffNews')
  const list = useNewsPath()
  const query = useQuery(newsQuery)
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
      {query.data === undefined && (query.isError || query.fetchStatus === 'paused') ? (
        <LoadFailure
          title={t('list.failed')}
          error={query.error}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <NewsList articles={query.data} busy={query.isFetching} list={list} />
      )}
    </StaffPage>
  )
}

const matches = ({ content }: NewsItem, folded: string): boolean =>
  LANGUAGES.some((language) => foldForSearch(content[language].title).includes(folded))

function NewsList({
  articles,
  busy,
  list,
}: {
  readonly articles: readonly NewsItem[] | undefined
  readonly busy: boolean
  readonly list: string
}) {
  const { t } = useTranslation('staffNews')
  const language = useLanguage()
  const navigate = useNavigate()
  const columns = useColumns()
  const { values, page, size, set, setPage, setSize, clear, activeCount } = useAddressFilters({
    q: '',
    status: '',
  })
  const folded = foldForSearch(values.q.trim())
  const found = articles?.filter(
    (article) =>
      (values.status === '' || article.status === values.status) && matches(article, folded),
  )
  const shown = Math.min(page, Math.max(1, Math.ceil((found?.length ?? 0) / size)))
  return (
    <>
      <FilterBar label={t('list.filter')} activeCount={activeCount} onClear={clear}>
        <FilterText label={t('list.search')} value={values.q} onChange={(q) => set({ q })} />
        <FilterSelect
          label={t('list.status')}
          value={values.status}
          options={[
            { value: '', label: t('list.all') },
            ...STATES.map((state) => ({ value: state, label: t(`status.${state}`) })),
          ]}
          onChange={(status) => set({ status })}
        />
      </FilterBar>
      <DataTable
        name="news"
        label={t('list.title')}
        rows={found?.slice((shown - 1) * size, shown * size)}
        columns={columns}
        rowKey={({ id }) => id}
        busy={busy && articles !== undefined}
        onOpen={({ id }) => void navigate(`${list}/${id}/edit`)}
        openLabel={({ content }) => t('list.edit', { title: content[language].title })}
        empty={
          <EmptyState
            icon={<Newspaper size={30} />}
            title={t(activeCount > 0 ? 'list.noMatch' : 'list.empty')}
          >
            {t(activeCount > 0 ? 'list.noMatchText' : 'list.emptyText')}
          </EmptyState>
        }
      />
      {found !== undefined && (
        <Pager
          label={t('list.title')}
          page={shown}
          size={size}
          total={found.length}
          onPage={setPage}
          onSize={setSize}
        />
      )}
    </>
  )
}

function useColumns(): readonly Column<NewsItem>[] {
  const { t } = useTranslation('staffNews')
  const language = useLanguage()
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
    { key: 'date', header: t('column.date'), cell: ({ date }) => format.date(date, 'medium') },
    {
      key: 'status',
      header: t('column.status'),
      cell: ({ status }) => <NewsState status={status} />,
    },
    {
      key: 'languages',
      header: t('column.languages'),
      wideOnly: true,
      cell: (article) => format.list(written(article).map((name) => LANGUAGE_NAMES[name])),
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
