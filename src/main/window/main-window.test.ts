import { expect, test, vi } from 'vitest'
import { openMainWindow } from './main-window.ts'

const { app, opened } = vi.hoisted(() => ({ app: { isPackaged: true }, opened: vi.fn() }))
vi.mock('electron', () => ({
  app,
  BrowserWindow: class {
    constructor(options: unknown) {
      opened(options)
    }
    once(): void {}
    async loadURL(): Promise<void> {}
  },
}))

test.each([
  [true, false],
  [false, true],
])('packaged: %s, so developer tools can be opened: %s', async (isPackaged, devTools) => {
  app.isPackaged = isPackaged
  await openMainWindow({ mainDirectory: '/app', title: 'WLD', prepare: () => undefined })
  expect(opened.mock.lastCall?.[0]).toMatchObject({
    webPreferences: {
      devTools,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    },
  })
})
