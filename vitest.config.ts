import { fileURLToPath, URL } from 'node:url'
import { defineConfig } from 'vitest/config'

const alias = { '@platform': fileURLToPath(new URL('./src/renderer/platform/web.ts', import.meta.url)) }

export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        resolve: { alias },
        test: { name: 'unit', include: ['src/**/*.test.{ts,tsx}', 'tests/architecture.test.ts', 'tests/workflows.test.ts'] },
      },
      {
        // Files run one after another: each opens its own database and HTTP server on two cores.
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts', 'tests/security/**/*.test.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
