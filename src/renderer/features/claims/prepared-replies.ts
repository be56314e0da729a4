/** Replies that are written often. They are content, in the language of whoever gets them, not of whoever sends them. */
import { queryOptions } from '@tanstack/react-query'
import type { Language } from '#shared/domain/languages.ts'

export const PREPARED_REPLIES = [
  'received',
  'askMore',
  'urgent',
  'report',
  'membership',
  'events',
] as const
export type PreparedReply = (typeof PREPARED_REPLIES)[number]

const BOOKS: Readonly<
  Record<Language, () => Promise<{ readonly default: Readonly<Record<PreparedReply, string>> }>>
> = {
  en: () => import('#locales/en/claimReplies.json'),
  ar: () => import('#locales/ar/claimReplies.json'),
  fr: () => import('#locales/fr/claimReplies.json'),
}

export const preparedRepliesQuery = (language: Language) =>
  queryOptions({
    queryKey: ['claimReplies', language],
    queryFn: async () => (await BOOKS[language]()).default,
    staleTime: Number.POSITIVE_INFINITY,
  })
