/** The protocol between page and service worker. */
import type { Language } from '#shared/domain/text/languages.ts'

export const WORKER_ADDRESS = '/sw.js'
/**
 * The files for all users: the page, its first script and style, the base texts. One cache for each
 * version.
 */
export const PAGE_CACHE = 'wld-shell-'
/** Parts of pages that were opened. Dropped when the user signs out. */
export const PAGES_CACHE = 'wld-pages-'

export type ToWorker =
  /** Keep the texts of this language and, for a member, what the card needs. */
  | { readonly type: 'keep'; readonly language: Language; readonly withCard: boolean }
  /** Take over from the version before. */
  | { readonly type: 'activate' }
  /** Sends the address of the worker's first script to the given port. */
  | { readonly type: 'entry' }

/** Written by the build (service-worker.config.ts): addresses of the files of one version. */
export interface CopyList {
  readonly version: string
  /** The first script. */
  readonly entry: string
  readonly shell: readonly string[]
  readonly languages: Readonly<Record<Language, readonly string[]>>
  /** What the card's page needs beyond the shell; it is written in all languages, whichever the reader's is. */
  readonly card: readonly string[]
}
