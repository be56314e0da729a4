// npm run upgrade -- --to VERSION : prepares the new version beside this one while the server runs,
// makes and proves a backup, then exchanges the two folders. A fault before that changes nothing.
// npm run upgrade -- --back       : exchanges them again.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { environment, fail, isImage, root } from './lib/node.mjs'

const USAGE = `Usage: npm run upgrade -- --to VERSION   (a tag; git tag --list shows them)
       npm run upgrade -- --back`
/** The new version while it is built, and the version before, whole with its packages. */
const [next, before] = [`${root}.next`, `${root}.before`]
/** In the folder of a version: what it replaced. */
const NOTE = join('out', 'upgraded-from.json')

function call(command, args, cwd, { quiet = false } = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    env: environment(),
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: quiet ? 'pipe' : ['ignore', 'inherit', 'inherit'],
  })
  return { isDone: status === 0, stdout: stdout ?? '', stderr: stderr ?? '' }
}
function callOrFail(command, args, cwd, why) {
  const done = call(command, args, cwd)
  if (!done.isDone) fail(`${why} Nothing was changed; the server keeps running as before.`)
}
const git = (args, cwd = root) => call('git', args, cwd, { quiet: true })
const say = (text) => process.stdout.write(`${text}\n`)

function findVersion(version) {
  git(['fetch', '--tags', '--quiet']) // without network the versions that are here can be used
  const { isDone, stdout } = git(['rev-parse', '--verify', '--quiet', `${version}^{commit}`])
  if (!isDone)
    fail(
      `There is no version ${version}. There are: ${git(['tag', '--list']).stdout.trim().split('\n').join(', ') || 'none'}.`,
    )
  return stdout.trim()
}

function prepare(version, commit) {
  rmSync(next, { recursive: true, force: true }) // of an attempt that was interrupted
  say(`Preparing ${version} in ${next}`)
  const failed = `${version} could not be prepared.`
  callOrFail('git', ['clone', '--quiet', '--no-checkout', root, next], root, failed)
  const origin = git(['remote', 'get-url', 'origin'])
  if (origin.isDone) git(['remote', 'set-url', 'origin', origin.stdout.trim()], next)
  callOrFail('git', ['checkout', '--quiet', '--detach', commit], next, failed)
  callOrFail('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], next, failed)
  for (const part of ['build:web', 'build:server'])
    callOrFail('npm', ['run', '--silent', part], next, failed)
}

/** @returns the name of the backup */
function backUp() {
  say('Making a backup.')
  const made = call('npm', ['run', '--silent', 'backup'], root, { quiet: true })
  const name = /^Backup (\S+):/m.exec(made.stdout)?.[1]
  if (!made.isDone || name === undefined)
    fail(
      `${made.stderr}\nThe backup failed. Nothing was changed; the server keeps running as before.`,
    )
  callOrFail(
    'npm',
    ['run', '--silent', 'backup:verify', '--', '--snapshot', name],
    root,
    'The backup is not whole.',
  )
  return name
}

/** The folders of versions change places and are deleted: what must stay lies elsewhere. */
function refuseDataInside() {
  for (const [name, value] of [
    ['DATA_DIR', process.env['DATA_DIR'] || '.data'],
    ['BACKUP_TO', process.env['BACKUP_TO']],
  ]) {
    const path = value && `${resolve(root, value)}${sep}`
    if (path && [root, next, before].some((folder) => path.startsWith(`${folder}${sep}`)))
      fail(
        `${name} lies in the folder of the program (${path}). Stop the server, move it elsewhere, and set ${name} to the new place. Nothing was changed.`,
      )
  }
}

function upgrade(version) {
  if ((process.env['BACKUP_TO'] ?? '') === '' || (process.env['BACKUP_KEY'] ?? '') === '')
    fail(
      'BACKUP_TO and BACKUP_KEY are missing: an upgrade begins with a backup (docs/operations.md).',
    )
  refuseDataInside()
  const from = git(['rev-parse', 'HEAD']).stdout.trim()
  // What failed takes up to a gigabyte, on a disk that may be the reason. After the exchange the folder has another name.
  process.once('exit', () => rmSync(next, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
  prepare(version, findVersion(version))
  const backup = backUp()
  writeFileSync(join(next, NOTE), JSON.stringify({ from, backup }))
  rmSync(before, { recursive: true, force: true })
  renameSync(root, before)
  renameSync(next, root)
  say(`
${version} is in ${root}. Start the server again:   systemctl restart wld
Then look:                           npm run doctor
The way back:                        npm run upgrade -- --back   (backup ${backup})`)
}

function goBack() {
  refuseDataInside()
  if (!existsSync(before)) fail(`There is no version before this one in ${before}.`)
  const note = existsSync(join(root, NOTE)) ? readFileSync(join(root, NOTE), 'utf8') : '{}'
  const { backup } = JSON.parse(note)
  rmSync(next, { recursive: true, force: true })
  renameSync(root, next)
  renameSync(before, root)
  renameSync(next, before)
  say(`
The version before is in ${root} again. Start the server:   systemctl restart wld
If it says that the database was written by a newer version, restore the backup from before the
upgrade (docs/operations.md, "The way back"): --snapshot ${backup ?? 'NAME'}`)
}

if (isImage)
  fail(
    'In a container the new version is a new image: docker compose exec server npm run backup, then git checkout VERSION and docker compose up -d --build (docs/containers.md, "Upgrade, and the way back").',
  )
const { values } = parseArgs({ options: { to: { type: 'string' }, back: { type: 'boolean' } } })
if (values.back === true) goBack()
else if (values.to === undefined) fail(USAGE)
else upgrade(values.to)
