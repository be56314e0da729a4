import { availableParallelism } from 'node:os'
import { fileURLToPath, URL } from 'node:url'
import { defineConfig } from 'vitest/config'

const alias = {
  '@platform': fileURLToPath(new URL('./src/renderer/platform/web.ts', import.meta.url)),
}

// Ends a test that hangs, and measures nothing: a machine with busy neighbours took ten times as long for a test of 13 s.
const patience = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
}

/** Files that replace a module: beside others, which have the real one, they need a process of their own. */
const MOCKING = [
  'src/server/parts/security/security.test.ts',
  'src/renderer/platform/desktop.test.ts',
  'src/renderer/platform/zod.test.ts',
  'src/renderer/parts/report-edit/interrupted-edit.test.ts',
  'src/main/window/main-window.test.ts',
]

export default defineConfig({
  test: {
    reporters: ['default'],
    // Vitest leaves one processor free; of two that would be half. A file of the API suites holds up to 1 GB.
    maxWorkers: Math.min(Math.max(2, availableParallelism()), 4),
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: [
            'src/**/*.test.{ts,tsx}',
            'tests/architecture.test.ts',
            'tests/asvs.test.ts',
            'tests/documents.test.ts',
            'tests/workflows.test.ts',
            'tests/deploy.test.ts',
            'tests/vocabulary.test.ts',
            'tests/privacy-register.test.ts',
            'tests/contract-for-pages.test.ts',
            'tests/fonts.test.ts',
            'tests/production-build.test.ts',
          ],
          exclude: MOCKING,
          // A process for each file loads the same modules 230 times, which is half of the time of this project.
          isolate: false,
          ...patience,
        },
      },
      {
        resolve: { alias },
        test: { name: 'unit-mocks', include: MOCKING, ...patience },
      },
      {
        test: {
          name: 'api',
          include: [
            'tests/api/**/*.test.ts',
            'tests/faults/**/*.test.ts',
            'tests/literal-client/**/*.test.ts',
            'tests/replicas/**/*.test.ts',
            'tests/security/**/*.test.ts',
          ],
          globalSetup: 'tests/support/migrated-databases.ts',
          // As above: to load the server anew for each file costs a third of the processor time of these suites.
          isolate: false,
          ...patience,
        },
      },
      {
        // Programs that nobody here made judge the product: npm run test:foreign, each night.
        test: {
          name: 'foreign',
          include: ['tests/foreign/**/*.test.ts'],
          globalSetup: 'tests/support/migrated-databases.ts',
          ...patience,
          testTimeout: 900_000,
        },
      },
    ],
  },
})
