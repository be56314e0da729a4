import * as z from 'zod'
import {
  BorrowedLanguages,
  ContentId,
  inLanguages,
  isWritten,
  readVersion,
  Version,
} from './base/content-fields.ts'
import { defineRoute } from './base/define-route.ts'
import { FileReference } from './base/person-fields.ts'
import { IsoDate, IsoInstant } from './base/schemas.ts'
import { text, line } from './base/text-fields.ts'

const NewsContent = z.object({
  title: line(200).meta({ examples: ['General assembly'] }),
  description: text(1_000).meta({ examples: ['What the members decided.'] }),
  fullContent: text(20_000).meta({ examples: ['The assembly met in Paris and elected a board.'] }),
  imageAlt: line(300).default('').describe('As for an event'),
})
const ANY_ORIGIN = 'https://own.invalid'
/**
 * A link in an article: never a script, and never an address of another site that looks like a path
 * of ours.
 */
function isSafeLink(link: string): boolean {
  if (link === '') return true
  if (/[\s\p{Cc}\\]/u.test(link)) return false // a browser drops tabs and line breaks, and reads a backslash as a slash
  if (!link.startsWith('/')) return /^https:\/\//i.test(link) && URL.canParse(link)
  return URL.canParse(link, ANY_ORIGIN) && new URL(link, ANY_ORIGIN).origin === ANY_ORIGIN
}
const NEWS_WORDS = ['title', 'description', 'fullContent'] as const
export const News = z
  .object({
    id: ContentId,
    date: IsoDate,
    image: z.string().nullable(),
    link: z.string(),
    status: z.enum(['draft', 'published']),
    content: inLanguages(NewsContent),
    version: Version,
    borrowed: BorrowedLanguages,
    newsletter: z
      .object({
        leavesAt: IsoInstant,
        doneAt: IsoInstant.nullable(),
        recipients: z.int().describe('Mails in the outbox so far'),
      })
      .nullable()
      .optional()
      .describe(
        'Its way to the subscribers; null when it does not go out. Until `leavesAt` it is taken back by making it a draft. For administrators and content managers.',
      ),
  })
  .meta({ id: 'News' })
const writableNews = {
  date: IsoDate.meta({ examples: ['2026-05-03'] }),
  image: FileReference.nullable().default(null).describe('As for an event'),
  link: line(300)
    .refine(isSafeLink, {
      error: 'Give a path such as /events, or an address that starts with https://',
    })
    .default(''),
  status: z.enum(['draft', 'published']).default('draft'),
  content: inLanguages(NewsContent),
}
const NewNews = z.object({ id: ContentId, ...writableNews }).superRefine(isWritten(NEWS_WORDS))
const ReplacedNews = z
  .object({ id: ContentId.optional(), ...writableNews, version: readVersion })
  .superRefine(isWritten(NEWS_WORDS))
export type NewsFields = Omit<z.output<typeof NewNews>, 'id'>
const oneNews = { params: z.object({ id: ContentId }) }

export const listNews = defineRoute({
  id: 'news.list',
  method: 'GET',
  path: '/api/news/get/all',
  summary: 'Published news, newest first; drafts for administrators and content managers.',
  access: 'optional-member',
  reply: z.array(News),
  limits: [{ per: 'network', max: 300, windowS: 60 }],
  audit: null,
})
export const readNews = defineRoute({
  id: 'news.read',
  method: 'GET',
  path: '/api/news/get/:id',
  summary: 'One article.',
  access: 'optional-member',
  request: oneNews,
  reply: News,
  limits: [{ per: 'network', max: 300, windowS: 60 }],
  audit: null,
  errors: ['not-found'],
})
export const createNews = defineRoute({
  id: 'news.create',
  method: 'POST',
  path: '/api/news/create',
  summary: 'Add an article in three languages.',
  access: ['admin', 'content'],
  request: { body: NewNews },
  reply: News,
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: 'news.created',
  errors: ['conflict'],
})
export const updateNews = defineRoute({
  id: 'news.update',
  method: 'PUT',
  path: '/api/news/update/:id',
  summary: 'Replace an article; `status` publishes it or takes it back.',
  access: ['admin', 'content'],
  request: { ...oneNews, body: ReplacedNews },
  reply: News,
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: 'news.updated',
  errors: ['not-found', 'conflict'],
})
export const deleteNews = defineRoute({
  id: 'news.delete',
  method: 'DELETE',
  path: '/api/news/delete/:id',
  summary: 'Delete an article.',
  access: ['admin', 'content'],
  request: oneNews,
  reply: z.object({ deleted: z.literal(true) }),
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: 'news.deleted',
  errors: ['not-found'],
})

export const newsRoutes = [listNews, readNews, createNews, updateNews, deleteNews] as const
