// npm run audit:packages : known weaknesses of what is shipped, and the registry's signatures of what is installed. Exits with 1
// on a weakness of level high or above, on a wrong signature, and when the question got no reply. A registry that does not
// offer one of the two is named, and passes.
import { signatureVerdict, weaknessVerdict } from './lib/audit-verdict.mjs'
import { run } from './lib/node.mjs'

const verdicts = [
  weaknessVerdict(
    run('npm', ['audit', '--omit', 'dev', '--audit-level', 'high', '--json'], { quiet: true }),
  ),
  signatureVerdict(run('npm', ['audit', 'signatures', '--json'], { quiet: true })),
]
for (const { outcome, say } of verdicts) process.stdout.write(`${outcome}: ${say}\n`)
process.exit(verdicts.some(({ outcome }) => outcome === 'failed') ? 1 : 0)
