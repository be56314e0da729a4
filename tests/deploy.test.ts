/** The files in deploy/: what they give the server is what it accepts, and systemd reads its units. */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseConfig } from '#server/deps/config.ts'

const folder = join(import.meta.dirname, '../deploy')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const KEY = '0123456789abcdef'.repeat(4)

/** Lines `NAME=value`; those in comments count when they are an offer: `#NAME=value`. */
const variablesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^#?([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )

interface Compose {
  readonly services: Readonly<
    Record<string, { readonly environment?: Readonly<Record<string, string>> }>
  >
}
const isKnown = (name: string): boolean =>
  readFileSync(join(folder, '../src/server/deps/config.ts'), 'utf8').includes(`    ${name}:`)

describe('what is given to the server', () => {
  test('wld.env.example is accepted in production, once the keys are filled in', () => {
    const given = variablesOf(read('wld.env.example'))
    expect(Object.keys(given).filter((name) => !isKnown(name))).toEqual([])
    expect(parseConfig(given, 'production')).toMatchObject({ ok: false }) // without keys
    expect(parseConfig({ ...given, SECRET_KEY: KEY, BACKUP_KEY: KEY }, 'production')).toMatchObject(
      {
        ok: true,
      },
    )
  })

  test('compose.yaml gives values that are accepted, and names those of compose.env.example', () => {
    const given = variablesOf(read('compose.env.example'))
    const filled: Readonly<Record<string, string>> = {
      ...given,
      SECRET_KEY: KEY,
      BACKUP_KEY: KEY,
      POSTGRES_PASSWORD: 'word',
      S3_SECRET_ACCESS_KEY: 'word',
    }
    const named = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)
    expect(new Set(named)).toEqual(new Set(Object.keys(given)))
    const environment = (load(read('compose.yaml')) as Compose).services['server']?.environment // our own file
    const values = Object.fromEntries(
      Object.entries(environment ?? {}).map(([name, value]) => [
        name,
        value.replaceAll(/\$\{(\w+):\?\}/g, (_, wanted: string) => filled[wanted] ?? ''),
      ]),
    )
    expect(Object.keys(values).filter((name) => !isKnown(name))).toEqual([])
    expect(parseConfig(values, 'production')).toMatchObject({ ok: true })
  })
})

describe('the image', () => {
  const repository = join(folder, '..')
  const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>
  } // our own file
  const copied = [...read('Dockerfile').matchAll(/^COPY --from=build \/opt\/wld\/(\S+)/gm)].map(
    ([, path = '']) => path,
  )
  const commands = Object.entries(scripts).filter(([, line]) => line.includes('server-command.mjs'))
  let image: string
  beforeAll(() => {
    image = mkdtempSync(join(tmpdir(), 'wld-image-'))
    for (const path of ['package.json', 'scripts'])
      if (copied.includes(path))
        cpSync(join(repository, path), join(image, path), { recursive: true })
    mkdirSync(join(image, 'out/server'), { recursive: true })
    // These programs stand in for the build: each says what it was called with.
    for (const [, line] of commands)
      writeFileSync(
        join(image, `out/server/${line.split(' ')[2]}.js`),
        'console.log("called with", ...process.argv.slice(2))',
      )
  })
  afterAll(() => rmSync(image, { recursive: true }))

  test('has what its commands need', () =>
    expect(copied).toEqual(['package.json', 'scripts', 'out/server', 'out/web', 'node_modules']))
  test.each(commands)('npm run %s reaches its program', (name) => {
    const { stdout, stderr } = spawnSync('npm', ['run', '--silent', name, '--', '--option'], {
      cwd: image,
      encoding: 'utf8',
    })
    expect(stdout + stderr).toMatch(/^called with (?:\w+ )?--option\n$/)
  })
  test('npm run upgrade says that a new version is a new image', () => {
    const { status, stderr } = spawnSync(
      'npm',
      ['run', '--silent', 'upgrade', '--', '--to', 'v1.0.0'],
      {
        cwd: image,
        encoding: 'utf8',
      },
    )
    expect([status, stderr]).toEqual([1, expect.stringContaining('docker compose up -d --build')])
  })
})

describe('the alerts and the dashboard', () => {
  const known = new Set([
    'up',
    ...[
      ...readFileSync(join(folder, '../src/server/features/health/metrics.ts'), 'utf8').matchAll(
        /'(wld_\w+|http_request_duration_seconds)'/g,
      ),
    ].map(([, name = '']) => name),
  ])
  test.each(['alerts.yml', 'grafana.json'])('%s names figures that the server has', (file) => {
    const named = [...read(file).matchAll(/\b(?:wld_\w+|http_request\w+)/g)].map(([name]) =>
      name.replace(/_(?:bucket|count|sum)$/, ''),
    )
    expect(named.length).toBeGreaterThan(5)
    expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([])
  })
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

describe('the units of systemd', () => {
  const units = readdirSync(folder).filter((name) => /\.(?:service|timer)$/.test(name))
  // Without systemd there is nothing that could judge the units.
  test.skipIf(!hasSystemd).each(units)('%s has no fault', (name) => {
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', join(folder, name)], {
      encoding: 'utf8',
    })
    // What is missing on the machine of the test is no fault of the unit.
    const faults = stderr
      .split('\n')
      .filter((line) => line.includes('deploy/') && !line.includes('is not executable'))
    expect(faults).toEqual([])
  })
  const services = units.filter((name) => name.endsWith('.service'))
  test.skipIf(!hasSystemd).each(services)('%s leaves an attacker little', (name) => {
    const { stdout } = spawnSync(
      'systemd-analyze',
      ['security', '--offline=true', '--threshold=20', join(folder, name)],
      { encoding: 'utf8' },
    )
    const exposure = Number(/exposure level for \S+\.service: (\d+\.\d)/.exec(stdout)?.[1])
    expect(exposure).toBeLessThanOrEqual(2)
  })
  test('the server is started again, with whatever code it ended', () =>
    expect(readFileSync(join(folder, 'wld.service'), 'utf8')).toMatch(/^Restart=always$/m))
  test('the server goes on where Linux ends the process of a document', () =>
    expect(readFileSync(join(folder, 'wld.service'), 'utf8')).toMatch(/^OOMPolicy=continue$/m))
})
