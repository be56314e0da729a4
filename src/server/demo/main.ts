/** The server of `npm start`, for a developer's machine: demonstration data, and no secrets needed. */
import { startJobs } from '../jobs/start-jobs.ts'
import { runServer } from '../start/run-server.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, DEMONSTRATION } from './accounts.ts'
import { seedDemo } from './seed-demo.ts'

runServer({
  environment: 'local',
  webDir: new URL('../../../out/web/', import.meta.url),
  startJobs,
  demo: {
    shown: DEMONSTRATION,
    fill: seedDemo,
    hints: [
      `Demonstration accounts, all with the password ${DEMO_PASSWORD}`,
      ...DEMO_ACCOUNTS.map(({ email, does }) => `  ${email.padEnd(26)}  ${does}`),
      'What to try, for each of them: /tour',
    ],
  },
})
