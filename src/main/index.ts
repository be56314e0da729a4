/** Entry of the desktop app: what must happen before Electron is ready, then `start`. */
import { app, BrowserWindow, dialog, protocol } from 'electron'
import { chooseLanguage } from '#shared/domain/text/languages.ts'
import { APP_SCHEME } from './base/origin.ts'
import { parseConfig } from './config.ts'
import { describeError } from './log/log-file.ts'
import { isSandboxOff } from './security/sandbox-switch.ts'
import { start } from './start.ts'
import type { DeepLinks } from './window/deep-link.ts'
import { focusWindow } from './window/main-window.ts'
import { shellTexts } from './window/texts.ts'

protocol.registerSchemesAsPrivileged([
  {
    scheme: APP_SCHEME,
    privileges: {
      standard: true,
      secure: true,
      supportFetchAPI: true,
      stream: true,
      codeCache: true,
    },
  },
])
app.enableSandbox()

const stop = (title: string, message: string): void => {
  dialog.showErrorBox(title, message)
  app.exit(1)
}

async function run(): Promise<void> {
  let links: DeepLinks | undefined
  /** Links that were opened while the app was still starting. */
  const early: ((opened: DeepLinks) => void)[] = []
  const follow = (open: (opened: DeepLinks) => void): void => {
    if (links === undefined) early.push(open)
    else open(links)
  }
  app.on('open-url', (event, link) => {
    event.preventDefault()
    follow((opened) => void opened.open(link)) // macOS may hand it over before the app is ready
  })
  app.on('second-instance', (_event, argv) => {
    follow((opened) => void opened.openFromArguments(argv))
    focusWindow(BrowserWindow.getAllWindows()[0])
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  await app.whenReady()
  const texts = shellTexts(chooseLanguage(app.getPreferredSystemLanguages())).start
  if (isSandboxOff(app.commandLine, app.isPackaged)) {
    stop(texts.failedTitle, texts.sandboxMessage)
    return
  }
  const parsed = parseConfig(process.env, {
    name: app.getName(),
    isPackaged: app.isPackaged,
    argv: process.argv,
  })
  if (!parsed.ok) {
    stop(texts.settingsTitle, parsed.faults.join('\n'))
    return
  }
  try {
    links = await start(parsed.config)
    links.openFromArguments(process.argv)
    for (const open of early) open(links)
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n`)
    stop(texts.failedTitle, texts.failedMessage)
  }
}

if (app.requestSingleInstanceLock()) void run()
else app.quit()
