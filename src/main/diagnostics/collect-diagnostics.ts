/**
 * A text for whoever helps: what runs where, and what went wrong. It is copied into mails and chats, so it names nobody:
 * no member, no card, no token, no account of the computer. English, as everything that operators read.
 */
import type { DesktopSettings, OfflineState, QueueState } from '#shared/contract/ipc-desktop.ts'
import { type OwnNames, redactStrictly } from '../log/redact.ts'
import { readLogTail } from './log-tail.ts'
import { listOwnFiles } from './own-files.ts'

export interface DiagnosticsOptions {
  readonly version: string
  readonly isPackaged: boolean
  /** `process.versions`. */
  readonly versions: Readonly<Record<string, string | undefined>>
  readonly platform: string
  readonly arch: string
  /** Of the operating system. */
  readonly release: string
  readonly locale: () => string
  readonly inKiosk: () => boolean
  readonly keychain: () => 'keychain' | 'memory'
  readonly settings: () => DesktopSettings
  readonly offline: () => OfflineState
  readonly queue: () => QueueState
  readonly userData: string
  readonly logDirectory: string
  readonly own: OwnNames
  readonly now: () => Date
}

const LOG_LINES = 200

export function collectDiagnostics(options: DiagnosticsOptions): string {
  const {
    version,
    isPackaged,
    versions,
    platform,
    arch,
    release,
    locale,
    inKiosk,
    keychain,
    userData,
    logDirectory,
    own,
    now,
  } = options
  const safe = (text: string): string => redactStrictly(text, own)
  /** One part that fails must not take the others with it: this is read when something is broken. */
  const part = (title: string, lines: () => readonly string[]): string[] => {
    try {
      return ['', `## ${title}`, ...lines()]
    } catch (error) {
      return [
        '',
        `## ${title}`,
        `not available: ${safe(error instanceof Error ? error.message : String(error))}`,
      ]
    }
  }
  return [
    `WLD diagnostics, ${now().toISOString()}`,
    ...part('App', () => [
      `version: ${version}${isPackaged ? '' : ' (not installed)'}`,
      `electron: ${versions['electron'] ?? '?'}, chrome: ${versions['chrome'] ?? '?'}, node: ${versions['node'] ?? '?'}`,
      `system: ${platform} ${arch}, ${safe(release)}`,
      `locale: ${safe(locale())}`,
      `kiosk: ${yesNo(inKiosk())}`,
      `session kept in: ${keychain()}`,
    ]),
    ...part('Settings', () => settingLines(options.settings(), safe)),
    ...part('Offline', () => offlineLines(options.offline())),
    ...part('Queue', () => queueLines(options.queue())),
    ...part('Files', () =>
      listOwnFiles(userData).map(
        ({ path, bytes }) => `${bytes.toString().padStart(10)}  ${safe(path)}`,
      ),
    ),
    ...part('Log', () => readLogTail(logDirectory, LOG_LINES, own)),
    '',
  ].join('\n')
}

const yesNo = (value: boolean): string => (value ? 'yes' : 'no')

/** Of an address only who is asked: a path or a query may name somebody. */
const hostOf = (address: string | null): string =>
  address === null ? 'none' : URL.canParse(address) ? new URL(address).host : 'unreadable'

const settingLines = (settings: DesktopSettings, safe: (text: string) => string): string[] => [
  `server: ${hostOf(settings.serverUrl)} (from ${settings.serverFrom})`,
  `language: ${settings.language ?? 'of the system'}, zoom: ${settings.zoom}`,
  `updates: ${settings.checkForUpdates ? 'on' : 'off'}, feed: ${hostOf(settings.updateFeed)}`,
  `printer: ${settings.printer === null ? 'asks each time' : 'chosen'}`, // people name printers after themselves
  `status list: up to ${settings.statusListMaxAgeH} h`,
  `managed: ${settings.managed.length === 0 ? 'nothing' : settings.managed.map(safe).join(', ')}`,
  ...(settings.fault === null ? [] : [`fault: ${safe(settings.fault)}`]),
]

const offlineLines = (state: OfflineState): string[] => [
  `keys: ${yesNo(state.hasKeys)}, cards in the list: ${state.cards ?? 'no list'}`,
  `list: issued ${state.listIssuedAt ?? 'never'}, ${state.listAgeS ?? '?'} s old of ${state.maxAgeS} s, too old: ${yesNo(state.tooOld)}`,
  `last try: ${state.lastTryAt ?? 'never'}`,
  `clock: ${state.clockOffS === null ? 'never compared' : `${state.clockOffS} s off the server`}, wrong: ${yesNo(state.clockWrong)}`,
]

const queueLines = (state: QueueState): string[] => [
  `waiting: ${state.waiting}, sent: ${state.sent}, conflicts: ${state.conflicts}, refused: ${state.refused}`,
  `kept in: ${state.keptIn}, problem: ${state.problem}, last sent: ${state.lastSentAt ?? 'never'}`,
]
