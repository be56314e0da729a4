import { defineConfig } from '@playwright/test'
import { chromiumPath, fakeCameraArgs, QUIET_ARGS } from './tests/support/chromium.ts'
import type { DesktopOptions } from './tests/support/electron/fixtures.ts'

const executablePath = chromiumPath()

export default defineConfig<DesktopOptions>({
  testMatch: /\.spec\.ts$/,
  outputDir: 'test-results/runs',
  // Each spec starts servers, an app and a browser of its own; two at once on two cores mostly wait for each other.
  workers: 1,
  // Generous: a busy machine is slow, which is no fault of the product. Speed is measured in tests/bench.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: process.env['CI'] === 'true',
  reporter: [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  projects: [
    {
      name: 'web',
      testDir: 'tests/e2e',
      use: {
        launchOptions: {
          args: [...QUIET_ARGS, ...fakeCameraArgs()],
          ...(executablePath === undefined ? {} : { executablePath }),
        },
      },
    },
    // Readers of others judge what the pages show: npm run test:foreign.
    { name: 'foreign', testDir: 'tests/foreign' },
    {
      name: 'desktop-standin',
      testDir: 'tests/desktop',
      use: { engine: 'standin', chromiumArgs: fakeCameraArgs() },
    },
    {
      name: 'desktop-electron',
      testDir: 'tests/desktop',
      // These need no engine, and once is enough.
      testIgnore: [
        'packaging.spec.ts',
        'kiosk-screen.spec.ts',
        'doors-screen.spec.ts',
        'installed-app.spec.ts', // it prints
      ],
      use: { engine: 'electron', chromiumArgs: fakeCameraArgs() },
    },
    // The app that an installer put on this machine (PACKAGED_APP): release.yml.
    {
      name: 'desktop-packaged',
      testDir: 'tests/desktop',
      testMatch: 'installed-app.spec.ts',
      use: { engine: 'packaged' },
    },
  ],
})
