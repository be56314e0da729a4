import { defineConfig } from 'vitest/config'

/** The unit tests beside the rules that `npm run test:mutation` changes (stryker.config.json). */
export default defineConfig({
  test: {
    include: [
      'src/shared/**/*.test.ts',
      'src/main/security/**/*.test.ts',
      'src/server/records/policy.test.ts',
    ],
    testTimeout: 60_000, // changed code counts each of its steps
    exclude: ['**/*-cost.test.ts'], // many seconds for each change of a rule
    env: { PROPERTY_SEED: '1' },
  },
})
