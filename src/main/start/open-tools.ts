import { homedir, hostname, release, userInfo } from 'node:os'
import { join } from 'node:path'
import { app, shell } from 'electron'
import { systemTimers } from '../base/timers.ts'
import { NO_QUEUE, nothingKnown } from '../channels.ts'
import { collectDiagnostics } from '../diagnostics/collect-diagnostics.ts'
import { shellOutsideKiosk } from '../kiosk/kiosk-window.ts'
import { queueState } from '../outbox/queue-state.ts'
import { fewLinks } from '../security/allowance.ts'
import { openNewestFeed } from '../updates/newest-feed.ts'
import { updateKey } from '../updates/update-key.ts'
import { createUpdates } from '../updates/updates.ts'
import { createDeepLinks } from '../window/deep-link.ts'
import type { Base } from './open-base.ts'
import type { ServerDataStore } from './server-data.ts'

export type Tools = ReturnType<typeof openTools>

/** What the menu and the pages use besides the server: links, updates, diagnostics. */
export function openTools(base: Base, serverData: ServerDataStore) {
  const { mode, inKiosk, log } = base
  return {
    outside: shellOutsideKiosk(fewLinks(shell, systemTimers.monotonicMs, log), inKiosk, log),
    links: createDeepLinks({ mayOpen: () => !mode.isOn(), log }),
    updates: openUpdates(base),
    diagnostics: (): string => diagnostics(base, serverData),
  }
}

function openUpdates({ userData, settings, fetchOutside, inKiosk, push, now, log }: Base) {
  const publicKey = updateKey({ isPackaged: app.isPackaged, env: process.env })
  return createUpdates({
    feedUrl: () => settings.get().updateFeed,
    fetch: fetchOutside,
    publicKey,
    newest: openNewestFeed({ path: join(userData, 'updates.json'), publicKey, log }),
    version: app.getVersion(),
    system: {
      platform: process.platform,
      arch: process.arch,
      fromAppImage: process.env['APPIMAGE'] !== undefined,
    },
    inKiosk,
    enabled: () => settings.get().checkForUpdates,
    allowLocalHttp: !app.isPackaged,
    now,
    log,
    onChange: () => push('updates:changed'),
  })
}

function diagnostics(
  { settings, userData, logDirectory, inKiosk, now }: Base,
  serverData: ServerDataStore,
): string {
  const data = serverData.current()
  return collectDiagnostics({
    version: app.getVersion(),
    isPackaged: app.isPackaged,
    versions: process.versions,
    platform: process.platform,
    arch: process.arch,
    release: release(),
    locale: () => app.getPreferredSystemLanguages().join(', '),
    inKiosk,
    keychain: () => data?.outbox.counts().keptIn ?? 'memory',
    settings: () => settings.get(),
    offline: () => data?.offline.state() ?? nothingKnown(settings),
    queue: () => (data === undefined ? NO_QUEUE : queueState(data.outbox, data.replay.state())),
    userData,
    logDirectory,
    own: { user: userInfo().username, home: homedir(), host: hostname() },
    now,
  })
}
