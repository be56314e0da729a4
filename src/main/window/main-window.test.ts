import { readFileSync } from 'node:fs'
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
  [true, 'dark'],
  [false, 'light'],
] as const)('dark: %s, so the window is %s before its page is drawn', async (isDark, theme) => {
  await openMainWindow({ mainDirectory: '/app', title: 'WLD', isDark, prepare: () => undefined })
  const css = readFileSync('src/renderer/app/styles/theme.css', 'utf8')
  const [light, dark] = [...css.matchAll(/--color-canvas: (#\w+)/g)].map(([, colour]) => colour)
  expect(opened.mock.lastCall?.[0]).toMatchObject({ backgroundColor: { light, dark }[theme] })
})

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
