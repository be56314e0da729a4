import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
/**
 * The diagnostics text for support: versions, system and faults. Users copy it into mails and
 * chats, so it names no person: no member, no card, no token, no account of the computer. English,
 * as everything that operators read.
 */
import type {
  DesktopSettings,
  OfflineState,
  QueueState,
} from '#shared/contract/desktop/ipc-desktop.ts'
import { readJson } from '#shared/read-json.ts'
import { type OwnNames, redactStrictly } from '../log/redact.ts'

/** How large the app's own files are: a full disk and a damaged queue show there first. Contents are not read. */
interface OwnFile {
  /** Below the folder of the user's data, with slashes. */
  readonly path: string
  readonly bytes: number
}

/** Files and folders of our own in the user's data; Chromium's are none of them. */
const OWN_PATHS = ['settings.json', 'kiosk.json', 'offline', 'outbox', 'logs'] as const
const MAX_FILES = 200
const MAX_DEPTH = 3

function listOwnFiles(userData: string, paths: readonly string[] = OWN_PATHS): OwnFile[] {
  const found: OwnFile[] = []
  const visit = (path: string, depth: number): void => {
    const stat = statSync(join(userData, path), { throwIfNoEntry: false })
    if (stat === undefined || found.length >= MAX_FILES) return
    if (!stat.isDirectory()) {
      found.push({ path, bytes: stat.size })
      return
    }
    if (depth < MAX_DEPTH)
      for (const name of readdirSync(join(userData, path)).sort())
        visit(`${path}/${name}`, depth + 1)
  }
  for (const path of paths) {
    try {
      visit(path, 0)
    } catch {
      // A file that disappears meanwhile, or an unreadable folder, does not hide the others.
    }
  }
  return found
}

/** The last lines of the log, in the form that may leave the computer. */
const LogLine = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
/** Written by our own code only: an instant, a level, the name of an event. */
const OWN_FIELDS: Readonly<Record<string, RegExp>> = {
  at: /^[\d:.TZ+-]{20,32}$/,
  level: /^(?:info|warn|error)$/,
  event: /^[a-z][a-z0-9.-]{1,60}$/,
}
const FIELD_NAME = /^[a-zA-Z][\w-]{0,40}$/

/** @param text one line as the log file holds it. A line in another form is dropped. */
function safeLine(text: string, own: OwnNames): string {
  const fields = readJson(LogLine, text)
  if (fields === undefined) return '[a line that could not be read]'
  const safe = Object.entries(fields).flatMap(([name, value]) => {
    if (!FIELD_NAME.test(name)) return []
    if (typeof value !== 'string') return [[name, value]]
    const form = OWN_FIELDS[name]
    if (form === undefined) return [[name, redactStrictly(value, own)]]
    return [[name, form.test(value) ? value : '[text]']]
  })
  return JSON.stringify(Object.fromEntries(safe))
}

/** The newest lines of the log, oldest of them first; empty where there is no log. */
function readLogTail(directory: string, count: number, own: OwnNames): string[] {
  const lines: string[] = []
  for (const name of ['main.log', 'main.1.log']) {
    if (lines.length >= count) break
    lines.unshift(...read(join(directory, name)))
  }
  return lines.slice(-count).map((line) => safeLine(line, own))
}

function read(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
  } catch {
    return []
  }
}

export interface DiagnosticsOptions {
  readonly version: string
  readonly isPackaged: boolean
  /** `process.versions`. */
  readonly versions: Readonly<Record<string, string | undefined>>
  readonly platform: string
  readonly arch: string
  /** The release of the operating system. */
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
  /**
   * A failing part must not hide the others, because this text is read when something is broken.
   */
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

/** Only the origin of an address: a path or a query may name a person. */
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
