/**
 * `npm run evidence:verify -- FILE [--key KEY] [--timestamp-ca FILE]`: checks a package of evidence,
 * or the receipt of an erasure, without server, database or secret. Exits with 0 when it is intact, with 1 when it is not or cannot be
 * read.
 */
import { open } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { StartFault } from '../../base/start-fault.ts'
import { verifyPackage } from '../../features/evidence/package/verify-package.ts'
import { verifyErasureReceipt } from '../../parts/mail/erasure/erasure-receipt.ts'
import { readAnchors } from '../../parts/timestamps/timestamp-config.ts'
import { print, runCommand } from '../run-command.ts'

const USAGE =
  'Usage: npm run evidence:verify -- package.zip [--key KEY] [--timestamp-ca FILE]\n       npm run evidence:verify -- wld-erasure-receipt.json [--key KEY]\n  KEY: the public key of the association, 43 characters, from /api/report/evidence/keys or from paper\n  FILE: certificates in PEM format that you trust to confirm times'

function anchorsIn(path: string | undefined): ReturnType<typeof readAnchors> {
  try {
    return path === undefined ? [] : readAnchors(path)
  } catch {
    throw new StartFault(`--timestamp-ca must be a file with certificates in PEM format.\n${USAGE}`)
  }
}

interface Result {
  readonly text: string
  readonly whole: boolean
}

const RECEIPT_MAX_BYTES = 64 * 1024

const unreadable = (cause: unknown): never => {
  throw new StartFault('This file cannot be read.', { cause })
}

/** The text of a file that is no archive; undefined for an archive. */
async function textIn(path: string): Promise<string | undefined> {
  const file = await open(path, 'r').catch(unreadable)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(RECEIPT_MAX_BYTES)).catch(unreadable) // a folder can be opened
    const text = buffer.subarray(0, bytesRead).toString('utf8')
    return text.trimStart().startsWith('{') ? text : undefined
  } finally {
    await file.close()
  }
}

function checkReceipt(text: string, key: string | undefined): Result {
  const { faults, receipt } = verifyErasureReceipt(text, key)
  if (faults.length > 0 || receipt === undefined)
    return { whole: false, text: ['NOT WHOLE:', ...faults.map((fault) => `- ${fault}`)].join('\n') }
  const note =
    key === undefined
      ? [
          `No key was given, so this only shows that the receipt is consistent. Compare its key ${receipt.key.x} with the one that ${receipt.association} publishes, or give it: --key`,
        ]
      : []
  return {
    whole: true,
    text: [
      `Whole: the account of card ${receipt.cardNumber} was erased at ${receipt.erasedAt}, ${receipt.rule}.`,
      `Erased: ${receipt.erased}.`,
      `Files: ${receipt.files}, reports: ${receipt.reportsWithoutName}, pledges: ${receipt.pledgesWithoutName}.`,
      `Kept: ${receipt.kept}.`,
      ...note,
    ].join('\n'),
  }
}

/** One key in 64 begins with a hyphen, which `parseArgs` takes for another option unless both are one argument. */
function withJoinedKey(args: readonly string[]): string[] {
  const at = args.indexOf('--key')
  const key = at === -1 ? undefined : args[at + 1]
  return key === undefined ? [...args] : args.toSpliced(at, 2, `--key=${key}`)
}

async function verify(): Promise<Result> {
  const { values, positionals } = parseArgs({
    args: withJoinedKey(process.argv.slice(2)),
    options: { key: { type: 'string' }, 'timestamp-ca': { type: 'string' } },
    allowPositionals: true,
  })
  const [path] = positionals
  if (
    path === undefined ||
    positionals.length > 1 ||
    (values.key !== undefined && !/^[A-Za-z0-9_-]{43}$/.test(values.key))
  )
    throw new StartFault(USAGE)
  const receipt = await textIn(path)
  if (receipt !== undefined) return checkReceipt(receipt, values.key)
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

await runCommand(USAGE, async () => {
  const { text, whole } = await verify()
  print(text)
  return whole
})
