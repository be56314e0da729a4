// npm test: from a fresh clone through every suite. The last line counts; the lines before it say what was skipped and why.
// `node scripts/test.mjs e2e desktop` runs the named steps alone.
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureBuilt } from './lib/build.mjs'
import { FAULT_TESTS } from './lib/faults-suite.mjs'
import { ensureInstalled, ensureKeytar } from './lib/install.mjs'
import { root, start } from './lib/node.mjs'
import { SECURITY_SPECS, SECURITY_TESTS } from './lib/security-suite.mjs'
import { ensureSystemPackages, findChromium, findHeadlessShell, hasKeyring } from './lib/system.mjs'

const isCi = process.env['CI'] === 'true'
const wanted = process.argv.slice(2)
const reports = join(root, 'test-results', 'reports')
const logs = join(root, 'test-results', 'logs')
const total = { passed: 0, failed: 0, skipped: 0 }
const notes = []
const failedSteps = []
const failedTests = []

const steps = new Set()
function isWanted(name) {
  steps.add(name)
  return wanted.length === 0 || wanted.includes(name)
}
/** What `npm test -- security` and `npm test -- faults` run is in other steps as well, so a run of everything leaves it out. */
const hasSecurity = wanted.includes('security')
/** Programs of others as judges: minutes to hours, and packages of the system that no other step needs. */
const isForeign = wanted.includes('foreign')
/** Rounds of each fault in `npm test -- faults`; `npm test` takes three. */
const FAULT_ROUNDS = '20'
const DESKTOP = ['desktop-standin', 'desktop-electron']
const heading = (name) => process.stdout.write(`\n=== ${name}\n`)

/**
 * Memory of the C library in pages of 2 MB: of the page faults of `unit` 1.1 of 2.8 million are left, and it takes a sixth less
 * processor time. Chromium has an allocator of its own, and e2e gains nothing. Other systems ignore it.
 */
const LARGE_PAGES = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' }
/** The type checks of oxlint run in Go: to free memory less often saves a fifth of its processor time. `tsc` gains nothing clear. */
const FEW_COLLECTIONS = { GOGC: '400' }

/** Whether steps run beside each other. Their lines would mix, so each step is then shown when it ends. */
let sideBySide = false

/** Runs the command of a step; resolves with its exit code. */
async function runStep(name, command, args, env) {
  if (!sideBySide) {
    heading(name)
    return start(command, args, { env })
  }
  process.stdout.write(`… ${name} has begun\n`)
  const file = join(logs, `${name}.log`)
  const output = openSync(file, 'w')
  const startedMs = performance.now()
  const code = await start(command, args, { env, output })
  closeSync(output)
  heading(`${name} (${Math.round((performance.now() - startedMs) / 1_000)} s)`)
  process.stdout.write(readFileSync(file))
  return code
}

/** A step that is right or wrong as a whole: counts as one. */
async function check(name, command, args, env) {
  if (!isWanted(name)) return
  const code = await runStep(name, command, args, env)
  total[code === 0 ? 'passed' : 'failed'] += 1
  if (code !== 0) failedSteps.push(name)
}

const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

/** A step without a report died before it could count: that is a failure, whatever its exit code was. */
function count(name, code, counted) {
  if (counted === undefined || (code !== 0 && counted.failed === 0)) {
    total.failed += 1
    failedSteps.push(name)
  } else if (counted.failed > 0) failedSteps.push(name)
  for (const key of Object.keys(total)) total[key] += counted?.[key] ?? 0
}

async function vitest(name, projects, files = []) {
  if (!isWanted(name)) return
  const file = join(reports, `${name}.json`)
  const code = await runStep(
    name,
    'vitest',
    [
      'run',
      ...files,
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    LARGE_PAGES,
  )
  const report = readReport(file)
  count(
    name,
    code,
    report && {
      passed: report.numPassedTests,
      failed:
        report.numFailedTests + report.numFailedTestSuites * (report.numFailedTests === 0 ? 1 : 0),
      skipped: report.numPendingTests + (report.numTodoTests ?? 0),
    },
  )
  for (const suite of report?.testResults ?? []) {
    const failed = suite.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => fullName)
    // A hook that fails leaves no failed test behind, only a failed file.
    if (failed.length === 0 && suite.status === 'failed')
      failed.push(`(the file or a hook) ${firstLine(suite.message)}`)
    for (const title of failed) failedTests.push(`${relative(root, suite.name)} › ${title}`)
  }
  const skippedTitles = (report?.testResults ?? []).flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'skipped' || status === 'pending')
      .map(({ ancestorTitles }) => ancestorTitles.join(' › ')),
  )
  for (const [title, times] of tally(skippedTitles)) notes.push(`${name}: ${times} × ${title}`)
}

const firstLine = (text) => (text ?? '').split('\n', 1)[0]

function tally(values) {
  const counts = new Map()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** Reasons of skipped specs, as the specs gave them. */
function skipReasons(suites, reasons = []) {
  for (const suite of suites ?? []) {
    skipReasons(suite.suites, reasons)
    for (const spec of suite.specs ?? [])
      for (const test of spec.tests)
        if (test.status === 'skipped')
          reasons.push(
            `${test.projectName}: ${test.annotations.find(({ type }) => type === 'skip')?.description ?? spec.title}`,
          )
  }
  return reasons
}

/** Titles of the specs that failed, each with what it saw. */
function failedSpecs(suites, titles = []) {
  for (const suite of suites ?? []) {
    failedSpecs(suite.suites, titles)
    for (const spec of suite.specs ?? [])
      for (const test of spec.tests)
        if (test.status === 'unexpected')
          titles.push(
            `${spec.file}:${spec.line} › ${spec.title} (${test.projectName})\n${whatItSaw(test.results.at(-1)?.error)}`,
          )
  }
  return titles
}

/** The message and the place of an error, in a few lines without colours. */
function whatItSaw(error) {
  const text = `${error?.message ?? ''}\n${error?.location ? `at ${relative(root, error.location.file)}:${error.location.line}` : ''}`
  return stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 16)
    .map((line) => `      ${line.slice(0, 300)}`)
    .join('\n')
}

async function playwright(name, projects, { chromium, files = [] }) {
  if (!isWanted(name)) return
  const file = join(reports, `${name}.json`)
  const args = [
    'playwright',
    'test',
    ...files,
    '--workers=2',
    ...projects.map((project) => `--project=${project}`),
  ]
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const code =
    hasKeyring() && projects === DESKTOP
      ? await runStep(name, 'scripts/with-keyring.sh', ['npx', ...args], env)
      : await runStep(name, 'npx', args, env)
  const stats = readReport(file)?.stats
  count(
    name,
    code,
    stats && {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
    },
  )
  failedTests.push(...failedSpecs(readReport(file)?.suites))
  for (const [reason, times] of tally(skipReasons(readReport(file)?.suites)))
    notes.push(`${name}: ${times} × ${reason}`)
}

/** The source as a whole, then what needs no browser. */
async function sourceLane(systemPackages) {
  // Each checker works out shared types anew: with one the step takes a third of the processor time.
  await check('types', 'tsc', ['-b', '--checkers', '1'])
  await check('format', 'oxfmt', ['--check'])
  await check('lint', 'oxlint', ['--quiet'], FEW_COLLECTIONS)
  await check('architecture', 'depcruise', [
    'src',
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'err',
  ])
  await check('translations', 'node', ['scripts/check-translations.mjs'])
  await check('unused', 'knip', [])
  await check('openapi', 'node', ['scripts/check-openapi.mjs'])
  await systemPackages
  await vitest('unit', ['unit', 'unit-mocks'])
  await vitest('api', ['api'])
  if (wanted.includes('faults')) {
    process.env['FAULT_ROUNDS'] ??= FAULT_ROUNDS
    await vitest('faults', ['unit', 'unit-mocks', 'api'], FAULT_TESTS)
  }
  if (hasSecurity) await vitest('security', ['unit', 'unit-mocks', 'api'], SECURITY_TESTS)
  if (isForeign) await vitest('foreign', ['foreign'])
}

/** What needs the build, and mostly a browser. */
async function browserLane(hasKeytar) {
  await check('size', 'size-limit', [])
  if (!BROWSER_STEPS.some(isWanted) && !hasSecurity && !isForeign) return
  const chromium = await findChromium()
  if (chromium === undefined) {
    const reason = 'no browser: set CHROMIUM_PATH, or install Chromium'
    if (isCi) {
      total.failed += 1
      failedSteps.push(`browser suites (${reason})`)
    } else notes.push(`e2e and desktop suites: ${reason}`)
    return
  }
  if (needsKeyring() && (!hasKeytar || !hasKeyring())) {
    const reason =
      'keychain specs: no keytar or no keyring here (Debian: apt-get install dbus gnome-keyring libsecret-1-dev)'
    if (isCi) {
      total.failed += 1
      failedSteps.push(reason)
    } else notes.push(reason)
  }
  // Each worker has a server, a database, a camera film and a browser or an app of its own. The apps share one keyring:
  // their entries differ by the address of the server. `desktop` leaves a quarter of two processors free when it is
  // alone, so it runs while the other lane has work.
  await playwright('desktop', DESKTOP, { chromium })
  await playwright('e2e', ['web'], {
    chromium: process.env['CHROMIUM_PATH'] || (findHeadlessShell() ?? chromium),
  })
  if (isForeign) await playwright('foreign', ['foreign'], { chromium })
  if (hasSecurity) await playwright('security', DESKTOP, { chromium, files: SECURITY_SPECS })
}

const BROWSER_STEPS = ['e2e', 'desktop']
const needsKeyring = () => isWanted('desktop') || hasSecurity

async function main() {
  // apt and npm mostly wait for the network and the disk, so they work beside each other.
  const systemPackages = ensureSystemPackages((step) =>
    step === 'foreign' ? isForeign : isWanted(step),
  )
  ensureInstalled()
  for (const folder of [reports, logs]) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
  }
  // Hundreds of processes load the same modules: with compiled ones a server takes half of the time to start.
  process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules', '.cache', 'node')
  const hasKeytar = !needsKeyring() || ensureKeytar()
  // A test mostly waits for a server, a database or a browser, so one lane alone leaves half of two processors free.
  sideBySide = wanted.length === 0
  // The checks of the source need neither the build nor the packages of the system: they begin meanwhile.
  const source = sideBySide ? sourceLane(systemPackages) : undefined
  if (['size', ...BROWSER_STEPS].some(isWanted) || hasSecurity || isForeign)
    ensureBuilt(['web', 'server', 'desktop'])
  await systemPackages
  if (!sideBySide) await sourceLane(systemPackages)
  await Promise.all([source, browserLane(hasKeytar)])

  for (const name of wanted.filter((step) => !steps.has(step))) {
    total.failed += 1
    failedSteps.push(`${name} (there is no such step)`)
  }
  process.stdout.write('\n')
  if (failedSteps.length > 0) process.stdout.write(`Failed: ${failedSteps.join(', ')}\n`)
  for (const title of failedTests) process.stdout.write(`  ${title}\n`)
  process.stdout.write(
    notes.length === 0 ? 'Nothing was skipped.\n' : `Skipped, and why: ${notes.join('; ')}\n`,
  )
  process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`)
  process.exit(total.failed === 0 ? 0 : 1)
}

await main()
