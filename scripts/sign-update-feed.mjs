// node scripts/sign-update-feed.mjs --files release --base-url https://… --notes notes.json --key private.pem [--out folder]
// Writes wld-updates.json about the installers in the folder, and wld-updates.json.sig, its signature.
// The key may also stand in UPDATE_SIGNING_KEY (PEM). notes.json: {"en": "…", "ar": "…", "fr": "…"}.
// --minimum x.y.z: older versions are told that they need the update.
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import {
  createReadStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { become, fail, node24, root } from './lib/node.mjs'

const text = { type: 'string' }
const OPTIONS = {
  files: text,
  'base-url': text,
  notes: text,
  key: text,
  out: text,
  minimum: text,
  version: text,
}
const PLATFORMS = { win: 'win32', mac: 'darwin', linux: 'linux' }
const ARCHS = { x64: 'x64', amd64: 'x64', x86_64: 'x64', arm64: 'arm64', aarch64: 'arm64' }
/** As `artifactName` in electron-builder.yml names them. What people install, that is: no zip, no block map. */
const INSTALLER =
  /^wld-(?<version>.+)-(?<os>win|mac|linux)-(?<arch>x64|amd64|x86_64|arm64|aarch64)\.(?:exe|dmg|deb|AppImage)$/

// The schema is TypeScript, which Node reads by itself from 24 on.
if (Number(process.versions.node.split('.')[0]) < 24)
  become(node24(), [import.meta.filename ?? process.argv[1], ...process.argv.slice(2)])
else await main()

async function main() {
  /** @type {Record<string, string | undefined>} */
  const values = parseArgs({ options: OPTIONS }).values
  for (const name of ['files', 'base-url', 'notes'])
    if (values[name] === undefined) fail(`--${name} is missing`)
  const pem =
    values.key === undefined ? process.env['UPDATE_SIGNING_KEY'] : readFileSync(values.key, 'utf8')
  if (pem === undefined || pem.trim() === '')
    fail('Name the private key: --key FILE, or UPDATE_SIGNING_KEY in the environment')
  const version =
    values.version ?? JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
  const downloads = []
  for (const name of readdirSync(values.files).sort()) {
    const groups = INSTALLER.exec(name)?.groups
    if (groups === undefined) continue
    if (groups.version !== version) fail(`${name} is not of version ${version}`)
    const path = join(values.files, name)
    const url = new URL(name, `${values['base-url'].replace(/\/+$/, '')}/`).href
    downloads.push({
      platform: PLATFORMS[groups.os],
      arch: ARCHS[groups.arch],
      url,
      sha256: await sha256(path),
      size: statSync(path).size,
    })
  }
  if (downloads.length === 0) fail(`No installer of version ${version} in ${values.files}`)

  const { FEED_FILE, readFeed, SIGNATURE_FILE } = await import('../src/main/updates/update-feed.ts')
  const feed = {
    version,
    publishedAt: new Date().toISOString(),
    ...(values.minimum === undefined ? {} : { minimumVersion: values.minimum }),
    notes: JSON.parse(readFileSync(values.notes, 'utf8')),
    downloads,
  }
  const bytes = Buffer.from(`${JSON.stringify(feed, undefined, 2)}\n`)
  const key = createPrivateKey(pem)
  if (key.asymmetricKeyType !== 'ed25519')
    fail('The key is not an Ed25519 key (scripts/make-update-key.mjs makes one)')
  const signature = sign(null, bytes, key).toString('base64')
  // Verified as the app does it, so that a feed that the app would refuse is not published.
  const read = readFeed(bytes, signature, createPublicKey(key))
  if (!read.ok) fail(`The app would refuse this: ${read.detail}`)
  warnOfAnotherKey(createPublicKey(key))

  const out = resolve(values.out ?? values.files)
  mkdirSync(out, { recursive: true })
  writeFileSync(join(out, FEED_FILE), bytes)
  writeFileSync(join(out, SIGNATURE_FILE), `${signature}\n`)
  process.stdout.write(`${join(out, FEED_FILE)}: ${version}, ${downloads.length} files\n`)
}

async function sha256(path) {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

function warnOfAnotherKey(publicKey) {
  const { publicKey: builtIn } = JSON.parse(
    readFileSync(
      process.env['UPDATE_KEY_FILE'] ?? join(root, 'src/main/updates/update-key.json'),
      'utf8',
    ),
  )
  if (builtIn === null || !createPublicKey(builtIn).equals(publicKey))
    process.stderr.write(
      'Warning: this is not the key that the app is built with. Apps will not believe this feed.\n',
    )
}
