// Every text is translated and used: i18next-cli reads the source, this script only runs it and
// returns its result.
import { run } from './lib/node.mjs'

for (const args of [['lint'], ['status'], ['extract', '--ci', '--dry-run']]) {
  const { code, output } = run('i18next-cli', args, { quiet: true })
  if (code === 0) continue
  process.stderr.write(output)
  process.exit(1)
}
process.stdout.write('Translations are complete.\n')
