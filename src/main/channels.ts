/** The handlers of all IPC channels, collected from the parts of main. */
import type { BrowserWindow, Clipboard, Shell } from 'electron'
import type { OfflineState, QueueState } from '#shared/contract/desktop/ipc-desktop.ts'
import type { Language } from '#shared/domain/text/languages.ts'
import type { ServerChoice } from './connection/choose-server.ts'
import type { Connection } from './connection/connection.ts'
import type { ChannelHandlers } from './ipc/handle-channels.ts'
import type { Kiosk } from './kiosk/create-kiosk.ts'
import type { Log } from './log/log-file.ts'
import { queueState } from './outbox/queue-state.ts'
import { listPrinters, printCard } from './printing/print-card.ts'
import { externalUrl } from './security/external-url.ts'
import type { Settings } from './settings/settings.ts'
import type { ServerDataStore } from './start/server-data.ts'
import type { Updates } from './updates/updates.ts'
import type { DeepLinks } from './window/deep-link.ts'

export interface ChannelParts {
  readonly version: string
  readonly connection: Connection
  readonly serverData: ServerDataStore
  readonly kiosk: Kiosk
  readonly settings: Settings
  readonly server: ServerChoice
  readonly updates: Updates
  readonly links: Pick<DeepLinks, 'take'>
  readonly shell: Pick<Shell, 'openExternal'>
  readonly clipboard: Pick<Clipboard, 'writeText'>
  readonly diagnostics: () => string
  readonly window: () => BrowserWindow | undefined
  readonly setScannerOpen: (open: boolean) => void
  readonly setLanguage: (language: Language) => Promise<void>
  readonly log: Log
}

export function createChannels(parts: ChannelParts): ChannelHandlers {
  const {
    version,
    connection,
    serverData,
    kiosk,
    settings,
    server,
    updates,
    links,
    shell,
    clipboard,
    diagnostics,
    window,
    log,
  } = parts
  const offline = async (): Promise<OfflineState> =>
    (await serverData.ready())?.offline.state() ?? nothingKnown(settings)
  const queue = async (): Promise<QueueState> => {
    const data = await serverData.ready()
    return data === undefined ? NO_QUEUE : queueState(data.outbox, data.replay.state())
  }
  return {
    ...kiosk.handlers,
    'app:info': () => ({
      version,
      apiUrl: connection.current()?.origin ?? '',
      kiosk: kiosk.isOn(),
      platform: process.platform,
    }),
    'session:state': () => connection.sessionState(),
    'scanner:set-open': parts.setScannerOpen,
    'bridge:set-language': parts.setLanguage,
    'bridge:open-external': async (address) => {
      const outside = externalUrl(address)
      if (outside === undefined) throw new Error('Only https addresses open outside')
      await shell.openExternal(outside)
    },
    'settings:get': () => settings.get(),
    'settings:change': (change) => settings.change(change),
    'server:check': (typed) => server.check(typed),
    'server:choose': (typed) => server.choose(typed),
    'offline:state': offline,
    'offline:refresh': async () =>
      (await serverData.ready())?.offline.refresh() ?? nothingKnown(settings),
    'queue:state': queue,
    'queue:items': async (query) => {
      const found = (await serverData.ready())?.outbox.items(query)
      return found === undefined
        ? { items: [], total: 0 }
        : { items: [...found.items], total: found.total }
    },
    'queue:send': async () => {
      ;(await serverData.ready())?.retryReplay()
      return queue()
    },
    'queue:export': async () => (await serverData.ready())?.exportQueue() ?? 'failed',
    'printers:list': async () => {
      const contents = window()?.webContents
      return contents === undefined ? [] : listPrinters(contents)
    },
    'card:print': async (printer) => {
      const contents = window()?.webContents
      return contents === undefined ? 'failed' : printCard(contents, printer, log)
    },
    'diagnostics:read': diagnostics,
    'diagnostics:copy': async () => {
      await clipboard.writeText(diagnostics())
    },
    'updates:state': () => updates.state(),
    'updates:check': () => updates.check(),
    'link:take': () => links.take(),
  }
}

/** Before a server was chosen. */
export const NO_QUEUE: QueueState = {
  waiting: 0,
  sent: 0,
  conflicts: 0,
  refused: 0,
  keptIn: 'memory',
  lastSentAt: null,
  voices: [],
  problem: 'none',
}
export const nothingKnown = (settings: Pick<Settings, 'get'>): OfflineState => ({
  listIssuedAt: null,
  listAgeS: null,
  maxAgeS: settings.get().statusListMaxAgeH * 3_600,
  cards: null,
  hasKeys: false,
  tooOld: true,
  lastTryAt: null,
  clockOffS: null,
  clockWrong: false,
})
