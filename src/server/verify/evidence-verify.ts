/**
 * `npm run evidence:verify -- package.zip [--key KEY] [--timestamp-ca FILE]`: checks a package of evidence without
 * server, database or secret. Exits with 0 when it is intact, with 1 when it is not or cannot be
 * read.
 */
import { parseArgs } from 'node:util'
import { verifyPackage } from '../features/evidence/package/verify-package.ts'
import { readAnchors } from '../timestamps/timestamp-config.ts'

const USAGE =
  'Usage: npm run evidence:verify -- package.zip [--key KEY] [--timestamp-ca FILE]\n  KEY: the public key of the association, 43 characters, from /api/report/evidence/keys or from paper\n  FILE: certificates in PEM format that you trust to confirm times'

class Refused extends Error {
  override readonly name = 'Refused'
}

function anchorsIn(path: string | undefined): ReturnType<typeof readAnchors> {
  try {
    return path === undefined ? [] : readAnchors(path)
  } catch {
    throw new Refused(`--timestamp-ca wants a file with certificates in PEM format.\n${USAGE}`)
  }
}

async function run(): Promise<{ readonly text: string; readonly whole: boolean }> {
  const { values, positionals } = parseArgs({
    options: { key: { type: 'string' }, 'timestamp-ca': { type: 'string' } },
    allowPositionals: true,
  })
  const [path] = positionals
  if (
    path === undefined ||
    positionals.length > 1 ||
    (values.key !== undefined && !/^[A-Za-z0-9_-]{43}$/.test(values.key))
  )
    throw new Refused(USAGE)
  const anchors = anchorsIn(values['timestamp-ca'])
  const { faults, notes, manifest } = await verifyPackage(path, values.key, anchors)
  if (faults.length > 0)
    return {
      whole: false,
      text: ['NOT WHOLE:', ...faults.map((fault) => `- ${fault}`), ...notes].join('\n'),
    }
  const about =
    manifest === undefined
      ? []
      : [
          `Whole: report ${manifest.reportId}, package ${manifest.packageId} of ${manifest.createdAt}, ${manifest.files.length} files, key ${manifest.key.kid}.`,
        ]
  return { whole: true, text: [...about, ...notes].join('\n') }
}

try {
  const { text, whole } = await run()
  process.stdout.write(`${text}\n`)
  process.exitCode = whole ? 0 : 1
} catch (error) {
  const { code, message, stack } = error as Error & { code?: string } // only Errors are thrown here
  const isUsage =
    error instanceof Refused ||
    code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ||
    code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE'
  process.stderr.write(
    `${error instanceof Refused ? message : isUsage ? `${message}\n${USAGE}` : code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR' ? 'This file cannot be read.' : String(stack)}\n`,
  )
  process.exitCode = 1
}
