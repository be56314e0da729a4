/** What page and service worker agree on. */
import type { Language } from '#shared/domain/languages.ts'

export const WORKER_ADDRESS = '/sw.js'
/** What everybody gets: the page, its first script and style, the texts around every page. A cache a version. */
export const SHELL_CACHE = 'wld-shell-'
/** Parts of pages that were opened. Dropped when the person leaves. */
export const PAGES_CACHE = 'wld-pages-'

export type ToWorker =
  /** Keep the texts of this language and, for a member, what the card needs. */
  | { readonly type: 'keep'; readonly language: Language; readonly withCard: boolean }
  /** Take over from the version before. */
  | { readonly type: 'activate' }
  /** Answer the address of your first script on the port that comes along. */
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
