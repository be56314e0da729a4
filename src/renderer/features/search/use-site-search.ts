import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { searchSite, type SearchResults } from '#shared/contract/search.ts'
import { SEARCH_TEXT_MIN } from '#shared/domain/text/site-search.ts'
import { platform } from '@platform'
import type { Formatter } from '../../i18n/format.ts'
import { useFormat, useLanguage } from '../../i18n/use-format.ts'
import { ask } from '../../platform/calls/api.ts'
import { useSession } from '../../platform/session/session.ts'
import { useHasRoute } from '../../ui/known-routes.ts'
import { useReportType } from '../../ui/use-report-type.ts'
import { wordsOf } from './highlight.ts'
import { findPages, STATISTICS_PATH, TELL_PATH } from './pages.ts'

const DEBOUNCE_MS = 200

export type GroupKey = 'pages' | 'events' | 'news' | 'reports'

interface Hit {
  readonly id: string
  readonly to: string
  readonly title: string
  /** Where and when; what people wrote, so it finds its own direction. */
  readonly detail?: string
  /** A sentence or two, for the page of results. */
  readonly text?: string
}
export interface HitGroup {
  readonly key: GroupKey
  readonly hits: readonly Hit[]
  readonly more: boolean
}
export interface SiteSearch {
  readonly words: readonly string[]
  readonly groups: readonly HitGroup[]
  /**
   * `idle`: too little was typed. `searching`: the first response is pending. `partly`: only pages could be searched.
   */
  readonly state: 'idle' | 'searching' | 'done' | 'partly'
  readonly error: Error | null
  readonly retry: () => void
}

/** The value as it was when the person last paused. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}

/** @param size at most so many hits of each kind */
export function useSiteSearch(typed: string, size: number): SiteSearch {
  const { t } = useTranslation('search')
  const language = useLanguage()
  const format = useFormat()
  const hasRoute = useHasRoute()
  const reportType = useReportType()
  const { state } = useSession()
  const q = usePaused(typed.trim())
  const words = wordsOf(typed)
  const enough = (text: string): boolean => wordsOf(text).join('').length >= SEARCH_TEXT_MIN
  const query = useQuery({
    queryKey: ['site-search', language, q, size],
    // A newer search aborts the older one: its response is not even read.
    queryFn: ({ signal }) => ask(searchSite, { query: { q, language, size } }, { signal }),
    enabled: enough(q),
    placeholderData: keepPreviousData,
    networkMode: 'always', // without network it fails at once, and pages are found all the same
    retry: 1,
  })
  if (!enough(typed))
    return { words, groups: [], state: 'idle', error: null, retry: () => undefined }
  const pages = findPages(words, {
    title: (key) => t(`pages.${key}`),
    // Two that the routes of the menus do not name; the desktop app has no page for witnesses.
    exists: (path) =>
      path === TELL_PATH ? platform.target === 'web' : path === STATISTICS_PATH || hasRoute(path),
    state,
  })
  const groups: HitGroup[] = [
    {
      key: 'pages',
      hits: pages
        .slice(0, size)
        .map(({ key, path }) => ({ id: `pages-${key}`, to: path, title: t(`pages.${key}`) })),
      more: false,
    },
    ...(query.data === undefined || query.isError
      ? []
      : fromServer(query.data, format, {
          cancelled: t('cancelled'),
          status: (name) => t(`statuses.${name}`),
          report: (id) => t('report', { id }),
          type: reportType,
        })),
  ]
  return {
    words,
    groups: groups.filter(({ hits }) => hits.length > 0),
    state: query.isError
      ? 'partly'
      : query.data === undefined || q !== typed.trim() || query.isPlaceholderData
        ? 'searching'
        : 'done',
    error: query.error,
    retry: () => void query.refetch(),
  }
}

interface Texts {
  readonly cancelled: string
  readonly status: (name: SearchResults['reports']['items'][number]['status']) => string
  readonly report: (id: number) => string
  readonly type: ReturnType<typeof useReportType>
}

/** A date that does not fit takes the next line as a whole. */
const unbroken = (date: string): string => date.replaceAll(' ', '\u00a0')
/** A dot stays with the word before it: no line begins with one. */
const line = (parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join('\u00a0· ')

function fromServer(
  { events, news, reports }: SearchResults,
  format: Formatter,
  texts: Texts,
): readonly HitGroup[] {
  return [
    {
      key: 'events',
      more: events.more,
      hits: events.items.map(({ id, title, description, location, startsAt, cancelled }) => ({
        id: `events-${id}`,
        to: `/events/${id}`,
        title,
        text: description,
        detail: line([cancelled ? texts.cancelled : '', unbroken(format.date(startsAt)), location]),
      })),
    },
    {
      key: 'news',
      more: news.more,
      hits: news.items.map(({ id, title, description, date }) => ({
        id: `news-${id}`,
        to: `/news/${id}`,
        title,
        text: description,
        detail: unbroken(format.date(date)),
      })),
    },
    {
      key: 'reports',
      more: reports.more,
      hits: reports.items.map(({ id, type, category, country, city, status, createdAt }) => ({
        id: `reports-${id}`,
        to: `/reports/${id}/evidence`,
        title: texts.type({ type, category }),
        detail: line([
          texts.report(id),
          texts.status(status),
          line([city, format.country(country)]),
          unbroken(format.date(createdAt)),
        ]),
      })),
    },
  ]
}
