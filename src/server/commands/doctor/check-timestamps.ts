/** Looks at the authority that confirms times. */
import type { Config } from '../../deps/config.ts'
import { countWaiting, readAuthority } from '../../parts/timestamps/timestamp-repository.ts'
import { withDatabase } from '../../start/open-existing.ts'
import { note, ok } from './finding.ts'

export async function checkTimestamps(config: Config) {
  const { timestamps } = config
  if (timestamps === undefined) return [ok('No authority confirms times from outside.')]
  return withDatabase(config, async (database) => {
    const [{ waiting }, { failed_since: since, last_fault: fault }] = await Promise.all([
      countWaiting(database.db),
      readAuthority(database.db),
    ])
    return [
      since === null
        ? ok(`The authority confirms times; ${waiting} wait.`)
        : note(
            `The authority has confirmed no times since ${since} (${fault}); ${waiting} wait.`,
            'Check that TIMESTAMP_URL can be reached from here, and that TIMESTAMP_CA is its certificate. The server asks again automatically.',
          ),
      ...(timestamps.anchors.length === 0
        ? [
            note(
              'Any authority is accepted: the name in its certificate is not proven.',
              'Put the certificate that it publishes into a file, and set TIMESTAMP_CA to it.',
            ),
          ]
        : []),
    ]
  })
}
