import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createNews, deleteNews, News, updateNews } from '#shared/contract/news.ts'
import { parisDay } from '#shared/domain/receipts/paris-day.ts'
import { ask } from '../../platform/calls/api.ts'
import { articleQuery, type NewsItem, newsQuery } from '../../platform/calls/content-queries.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { type ContentKind, useContentEditor } from '../../ui/content-editor/use-content-editor.ts'
import { bodyOf, emptyNews, faultsOf, formOf, NewsForm } from './news-form.ts'

/** The lists of the site and of the dashboard are one: both must see what changed. */
const forgetNews = (): void => void queryClient.invalidateQueries({ queryKey: newsQuery.queryKey })

type Work = 'save' | 'publish' | 'withdraw'

const NEWS: ContentKind<NewsItem, NewsForm> = {
  name: 'news',
  item: News,
  form: NewsForm,
  formOf,
  dayOf: ({ date }) => date,
  fieldOfPath: (path) => (path === 'id' ? 'address' : path),
  keep: (article) => {
    queryClient.setQueryData(articleQuery(article.id).queryKey, article)
    forgetNews()
  },
  forget: forgetNews,
}

/** @param loaded the article as it is kept; undefined for a new one */
export function useNewsEditor(loaded: NewsItem | undefined, listPath: string) {
  const { t } = useTranslation('staffNews')
  const [empty] = useState(() => emptyNews(parisDay(new Date())))
  const editor = useContentEditor(NEWS, loaded, empty, listPath)
  const { item: article, version } = editor
  return {
    ...editor,
    save: (status: NewsItem['status'], work: Work = 'save'): void =>
      editor.save({
        work,
        faultsOf: (form, language) => faultsOf(form, status, language),
        send: (form, image) => {
          const body = bodyOf(form, status, image)
          return article === undefined
            ? ask(createNews, { body })
            : ask(updateNews, { params: { id: article.id }, body: { ...body, version } })
        },
        done: t(`done.${work}`),
      }),
    remove: async (): Promise<boolean> =>
      article !== undefined &&
      (await editor.remove(
        () => ask(deleteNews, { params: { id: article.id } }),
        t('done.delete'),
      )),
  }
}

export type NewsEditorState = ReturnType<typeof useNewsEditor>
