// The system packages of the browser and desktop suites: a Chromium, a keyring, and tools that judge documents.
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, start } from './node.mjs'

const isDebianRoot = () =>
  process.platform === 'linux' && existsSync('/etc/debian_version') && process.getuid?.() === 0
const has = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0

const HEADERS = 'libsecret-1-dev'

/** Each with the steps of `npm test` that use it. */
const PACKAGES = [
  {
    name: 'chromium',
    steps: ['e2e', 'desktop', 'security', 'foreign'],
    present: () => has('chromium'),
  },
  {
    name: 'chromium-headless-shell',
    steps: ['e2e', 'desktop', 'security'],
    present: () => has('chromium-headless-shell'),
  },
  { name: 'dbus', steps: ['desktop', 'security'], present: () => has('dbus-run-session') },
  {
    name: 'gnome-keyring',
    steps: ['desktop', 'security'],
    present: () => has('gnome-keyring-daemon'),
  },
  // A real S3-compatible store for the file suites.
  ...['swift', 'swift-account', 'swift-container', 'swift-object', 'swift-proxy'].map((name) => ({
    name,
    steps: ['api', 'faults'],
    present: () =>
      existsSync(name === 'swift' ? '/usr/bin/swift-ring-builder' : `/usr/bin/${name}-server`),
  })),
  // Several servers share its few connections of PostgreSQL.
  { name: 'pgbouncer', steps: ['api', 'faults'], present: () => has('pgbouncer') },
  // The web servers that deploy/ has a file for.
  { name: 'caddy', steps: ['api', 'foreign'], present: () => has('caddy') },
  { name: 'nginx-light', steps: ['api'], present: () => existsSync('/usr/sbin/nginx') },
  // It shows what the server and SQLite write, for the simulated power cuts.
  { name: 'strace', steps: ['api', 'faults'], present: () => has('strace') },
  // They judge the copies of documents; without them those tests are skipped by name.
  { name: 'qpdf', steps: ['api', 'foreign'], present: () => has('qpdf') },
  { name: 'poppler-utils', steps: ['api', 'foreign'], present: () => has('pdfinfo') },
  { name: 'unzip', steps: ['api'], present: () => has('unzip') },
  { name: 'git', steps: ['api'], present: () => has('git') },
  { name: 'openssl', steps: ['api'], present: () => has('openssl') },
  { name: 'python3', steps: ['api'], present: () => has('python3') },
  // The judges of `npm run test:foreign`.
  ...Object.entries({
    'libreoffice-calc': 'soffice',
    'zbar-tools': 'zbarimg',
    'zxing-cpp-tools': 'ZXingReader',
    'libimage-exiftool-perl': 'exiftool',
    ffmpeg: 'ffprobe',
    sqlmap: 'sqlmap',
    wapiti: 'wapiti',
    ffuf: 'ffuf',
    'testssl.sh': 'testssl',
  }).map(([name, command]) => ({ name, steps: ['foreign'], present: () => has(command) })),
  {
    name: 'python3-icalendar',
    steps: ['foreign'],
    present: () => existsSync('/usr/lib/python3/dist-packages/icalendar'),
  },
  {
    name: 'python3-phonenumbers',
    steps: ['foreign'],
    present: () => existsSync('/usr/lib/python3/dist-packages/phonenumbers'),
  },
  {
    name: 'unicode-cldr-core',
    steps: ['foreign'],
    present: () => existsSync('/usr/share/unicode/cldr'),
  },
  {
    name: 'unicode-data',
    steps: ['foreign'],
    present: () => existsSync('/usr/share/unicode/NormalizationTest.txt.bz2'),
  },
  // keytar has no binary for every system in its package: it is built against these headers.
  {
    name: HEADERS,
    steps: ['desktop', 'security'],
    present: () => existsSync('/usr/include/libsecret-1/libsecret/secret.h'),
  },
]

/**
 * On Debian as root, installs with apt what is missing for the wanted steps; elsewhere nothing is touched. The headers for
 * keytar are there when this returns, because `npm ci` builds with them; the promise resolves when the rest is.
 */
export async function ensureSystemPackages(isWanted) {
  if (!isDebianRoot()) return
  const missing = PACKAGES.filter(({ steps, present }) => steps.some(isWanted) && !present()).map(
    ({ name }) => name,
  )
  if (missing.length === 0) return
  process.stdout.write(`Installing ${missing.join(', ')} (apt)…\n`)
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' } }
  const install = ['install', '-y', '-qq', '--no-install-recommends']
  run('apt-get', ['update', '-qq'], { ...options, quiet: true })
  if (missing.includes(HEADERS)) run('apt-get', [...install, HEADERS], { ...options, quiet: true })
  // A file: a pipe would fill up while `npm ci` keeps this process waiting.
  mkdirSync(join(root, 'test-results'), { recursive: true })
  const file = join(root, 'test-results', 'apt.log')
  const output = openSync(file, 'w')
  const code = await start('apt-get', [...install, ...missing], { ...options, output })
  closeSync(output)
  if (code !== 0)
    process.stderr.write(
      `${readFileSync(file, 'utf8').split('\n').slice(-5).join('\n')}\napt could not install ${missing.join(', ')}\n`,
    )
}

/** Path of a Chromium, or undefined: CHROMIUM_PATH, the system's, else Playwright's own is tried. */
export async function findChromium() {
  const named = process.env['CHROMIUM_PATH']
  if (named !== undefined && named !== '') return existsSync(named) ? named : undefined
  for (const path of ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'])
    if (existsSync(path)) return path
  const { chromium } = await import('playwright')
  if (existsSync(chromium.executablePath())) return chromium.executablePath()
  process.stdout.write('Fetching a browser (playwright install chromium)…\n')
  run('npx', ['playwright', 'install', 'chromium'], { quiet: true })
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}

/** The same engine without the windows of a desktop, for half of the CPU time of a page; undefined where it is missing. */
export function findHeadlessShell() {
  const path = '/usr/bin/chromium-headless-shell'
  return existsSync(path) ? path : undefined
}

export const hasKeyring = () =>
  process.platform === 'linux' && has('dbus-run-session') && has('gnome-keyring-daemon')
