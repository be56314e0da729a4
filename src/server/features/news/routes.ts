import type { newsRoutes } from '#shared/contract/news.ts'
import type { HandlersOf } from '../../http/handlers.ts'
import { listNews, readNews } from './list-news.ts'
import { createNews, updateNews, deleteNews } from './write-news.ts'

export const newsHandlers: HandlersOf<typeof newsRoutes> = {
  'news.list': listNews,
  'news.read': readNews,
  'news.create': createNews,
  'news.update': updateNews,
  'news.delete': deleteNews,
}
