// node scripts/make-update-key.mjs PRIVATE-KEY-FILE : makes the key that updates are signed with. Done once.
// The private half goes to the named file, which belongs on paper or a stick in a safe and into the secret
// UPDATE_SIGNING_KEY of the release workflow, never into the repository. The public half is built into the app.
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { basename, dirname, isAbsolute, relative, resolve } from 'node:path'
import { fail, root } from './lib/node.mjs'

const PUBLIC_FILE =
  process.env['UPDATE_KEY_FILE'] ?? resolve(root, 'src/main/updates/update-key.json')
const [given] = process.argv.slice(2)
if (given === undefined)
  fail(
    'Name the file for the private key: node scripts/make-update-key.mjs /media/stick/wld-update.key',
  )
const folder = resolve(dirname(given))
if (!existsSync(folder)) fail(`There is no folder ${folder}.`)
const target = resolve(realpathSync(folder), basename(given))
const inside = relative(root, target)
if (!inside.startsWith('..') && !isAbsolute(inside))
  fail('The private key must not lie in the repository.')
if (existsSync(target))
  fail(`${target} exists already. A key is made once: apps out there believe the old one only.`)
if (
  existsSync(PUBLIC_FILE) &&
  JSON.parse(readFileSync(PUBLIC_FILE, 'utf8')).publicKey !== null &&
  !process.argv.includes('--replace')
)
  fail(
    'The app has a key already. With --replace, apps that carry the old one will take no update any more: their people must install by hand once.',
  )

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
writeFileSync(target, privateKey.export({ type: 'pkcs8', format: 'pem' }), {
  mode: 0o600,
  flag: 'wx',
})
writeFileSync(
  PUBLIC_FILE,
  `${JSON.stringify({ publicKey: publicKey.export({ type: 'spki', format: 'pem' }) }, undefined, 2)}\n`,
)
process.stdout.write(`Private key: ${target}\nPublic key:  ${PUBLIC_FILE} (commit it)\n`)
