/**
 * What the site stores in the browser; there is no cookie. A test compares the list with the source. A name that ends with `*`
 * stands for all that begin so: a card number or a version follows.
 */
export interface StoredEntry {
  readonly names: readonly string[]
  /** Key of the words, in the texts `privacy` under `stored`. */
  readonly id:
    | 'session'
    | 'appearance'
    | 'registration'
    | 'pledge'
    | 'reset'
    | 'drafts'
    | 'scroll'
    | 'later'
    | 'views'
    | 'scanner'
    | 'card'
    | 'evidence'
    | 'pages'
  readonly place: 'device' | 'tab' | 'database' | 'cache'
}

export const BROWSER_STORAGE: readonly StoredEntry[] = [
  { id: 'appearance', place: 'device', names: ['language', 'theme'] },
  { id: 'session', place: 'device', names: ['user', 'accessToken', 'refreshToken'] },
  { id: 'registration', place: 'tab', names: ['wld.registration'] },
  { id: 'pledge', place: 'tab', names: ['wld-pledge'] },
  { id: 'reset', place: 'tab', names: ['wld-reset'] },
  { id: 'drafts', place: 'tab', names: ['wld.unsaved.*'] },
  { id: 'scroll', place: 'tab', names: ['scroll'] },
  { id: 'later', place: 'tab', names: ['wld-agree-later'] },
  { id: 'card', place: 'database', names: ['wld-card'] },
  { id: 'evidence', place: 'database', names: ['wld-evidence', 'wld-captures-*'] },
  { id: 'pages', place: 'cache', names: ['wld-shell-*', 'wld-pages-*'] },
  {
    id: 'views',
    place: 'device',
    names: ['wld-shortcuts', 'wld-queue-*', 'wld-rows-*', 'wld-columns-*', 'wld-nav-*'],
  },
  {
    id: 'scanner',
    place: 'device',
    names: [
      'wld.scanner.camera',
      'wld.scanner.started',
      'wld.verification.sound',
      'wld.door',
      'wld.kiosk.device',
    ],
  },
]
