import { fileURLToPath, URL } from 'node:url'
import { defineConfig } from 'vitest/config'

const alias = {
  '@platform': fileURLToPath(new URL('./src/renderer/platform/web.ts', import.meta.url)),
}

// How long a test may take on a machine with other work: passwords cost memory and time, and so do pictures and processes.
const patience = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000 } },
}

export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: [
            'src/**/*.test.{ts,tsx}',
            'tests/architecture.test.ts',
            'tests/workflows.test.ts',
          ],
          ...patience,
        },
      },
      {
        // Files run one after another: each opens its own database and HTTP server on two cores.
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts', 'tests/security/**/*.test.ts'],
          fileParallelism: false,
          ...patience,
        },
      },
    ],
  },
})
