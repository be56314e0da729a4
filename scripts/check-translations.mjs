// Every text is translated and used. i18next-cli reads the source; a text that no language but one has, and that the source
// does not name, is seen by comparing the files.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './lib/node.mjs'

for (const args of [['lint'], ['status'], ['extract', '--ci', '--dry-run']]) {
  const { code, output } = run('i18next-cli', args, { quiet: true })
  if (code === 0) continue
  process.stderr.write(output)
  process.exit(1)
}

/** The keys of a file without the endings of plurals, which differ between languages. */
const keysOf = (value, at = '') =>
  typeof value === 'object'
    ? Object.entries(value).flatMap(([key, inner]) =>
        keysOf(inner, at === '' ? key : `${at}.${key}`),
      )
    : [at.replace(/_(?:zero|one|two|few|many|other)$/, '')]

const languages = readdirSync(join(root, 'locales'))
const all = new Map(
  languages.map((language) => [
    language,
    new Set(
      readdirSync(join(root, 'locales', language)).flatMap((file) =>
        keysOf(JSON.parse(readFileSync(join(root, 'locales', language, file), 'utf8'))).map(
          (key) => `${file.replace('.json', '')}:${key}`,
        ),
      ),
    ),
  ]),
)
const missing = [...new Set([...all.values()].flatMap((keys) => [...keys]))].flatMap((key) =>
  languages
    .filter((language) => !all.get(language).has(key))
    .map((language) => `${language} has no ${key}`),
)
if (missing.length > 0) {
  process.stderr.write(`${missing.join('\n')}\n`)
  process.exit(1)
}
process.stdout.write('Translations are complete.\n')
