/** The server of production (npm run serve). The demonstration is another program: src/server/demo/main.ts. */
import { startJobs } from './jobs/start-jobs.ts'
import { runServer } from './start/run-server.ts'

runServer({
  environment: 'production',
  webDir: new URL('../../out/web/', import.meta.url),
  startJobs,
})
