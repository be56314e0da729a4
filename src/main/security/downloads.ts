/**
 * The interface saves what it made itself: pictures of the card, the copy of one's own data as JSON
 * text, and events for a calendar, which no system executes when they are opened. Nothing is
 * downloaded from a server.
 */
import { basename } from 'node:path'
import { APP_ORIGIN } from '../origin.ts'

const KINDS = new Map([
  ['image/png', { extension: 'png', unnamed: 'card' }],
  ['application/json', { extension: 'json', unnamed: 'account' }],
  ['text/calendar', { extension: 'ics', unnamed: 'event' }],
])
const MAX_NAME_CHARS = 80

export interface DownloadQuestion {
  readonly url: string
  readonly mediaType: string
  readonly suggestedName: string
}
export type DownloadDecision =
  | { readonly kind: 'save'; readonly fileName: string; readonly extension: string }
  | { readonly kind: 'refuse' }

export function decideDownload({
  url,
  mediaType,
  suggestedName,
}: DownloadQuestion): DownloadDecision {
  const kind = KINDS.get(mediaType)
  if (!url.startsWith(`blob:${APP_ORIGIN}/`) || kind === undefined) return { kind: 'refuse' }
  const stem = basename(suggestedName.replaceAll('\\', '/'))
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .slice(0, MAX_NAME_CHARS)
    .trim()
  const { extension, unnamed } = kind
  return { kind: 'save', fileName: `${stem === '' ? unnamed : stem}.${extension}`, extension }
}
