/** sqlmap and Wapiti attack the server behind the web server of deploy/, and find a hole where there is one. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildMember } from '#tests/builders/member.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { askBeside, missingTools } from '#tests/support/foreign-tools.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { suiteServer } from '#tests/support/suite-server.ts'
import { hasWebServer, startWebServer, type WebServer } from '#tests/support/web-server.ts'

const missing = missingTools(['sqlmap', 'wapiti'])
const webDir = join(import.meta.dirname, '../../out/web')

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema?: { readonly enum?: readonly unknown[]; readonly type?: string }
}
interface ApiDocument {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly parameters?: readonly Parameter[] }>>>
  >
}

const CANDIDATES = ['a', '1', 'FR', '2026-01-01', 'member', 'ROLE_USER', 'security', 'WLD_20000001']

/**
 * The address of every call that reads with a query, with a value for each parameter that the server takes: with one that
 * it refuses, sqlmap would compare refusals.
 */
async function addressesOf(
  { paths }: ApiDocument,
  base: string,
  bearer: string,
): Promise<string[]> {
  const addresses: string[] = []
  for (const [path, methods] of Object.entries(paths)) {
    const query = (methods['get']?.parameters ?? []).filter((parameter) => parameter.in === 'query')
    if (query.length === 0 || path.includes('{')) continue
    const values = new Map(
      query.map(({ name, schema }) => [name, [...(schema?.enum ?? []).map(String), ...CANDIDATES]]),
    )
    const address = (): string =>
      `${base}${path}?${new URLSearchParams([...values].map(([name, [value = '']]) => [name, value])).toString()}`
    for (;;) {
      const reply = await fetch(address(), { headers: { authorization: `Bearer ${bearer}` } })
      if (reply.status !== 422) break
      const { fields } = (await reply.json()) as { readonly fields: readonly { path: string }[] } // a problem of this server
      const refused = fields.map((field) => field.path.replace(/^query\./, ''))
      if (!refused.some((name) => (values.get(name)?.length ?? 0) > 1)) break
      for (const name of refused) values.get(name)?.shift()
    }
    addresses.push(address())
  }
  return addresses
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(MEMORY_FOLDER, 'wld-attack-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

/** @returns the parameters that sqlmap could inject into, and how many names of parameters it tried */
async function injected(addresses: readonly string[], bearer?: string) {
  const dir = await folder()
  await writeFile(join(dir, 'targets'), addresses.join('\n'))
  const options = '--batch --disable-coloring --flush-session --level=2 --threads=2 --ignore-code=*'
  const { said } = await askBeside('sqlmap', [
    '-m',
    join(dir, 'targets'),
    '--output-dir',
    join(dir, 'out'),
    '--results-file',
    join(dir, 'found.csv'),
    ...options.split(' '),
    ...(bearer === undefined ? [] : ['--headers', `Authorization: Bearer ${bearer}`]),
  ])
  const [, ...lines] = (await readFile(join(dir, 'found.csv'), 'utf8')).trim().split('\n')
  // It tries to use what it suspects, and says so where it cannot.
  const rows = lines.filter((line) => !line.includes('false positive or unexploitable'))
  const tried = new Set(said.match(/testing (?:if )?(?:GET )?parameter '[^']+'/g)).size
  return { rows, tried, said }
}

test.skipIf(missing.length > 0)('sqlmap finds the hole of a server that has one', async () => {
  const database = new DatabaseSync(':memory:')
  database.exec("create table people (name text); insert into people values ('a')")
  const holey = createServer((request, reply) => {
    const search = new URL(request.url ?? '/', 'http://x').searchParams.get('search') ?? ''
    try {
      reply.end(
        JSON.stringify(database.prepare(`select * from people where name = '${search}'`).all()),
      )
    } catch (error) {
      reply.statusCode = 500
      reply.end(String(error))
    }
  })
  await new Promise<void>((resolve) => holey.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void holey.close())
  const { port } = holey.address() as AddressInfo // it listens on TCP
  const { rows } = await injected([`http://127.0.0.1:${port}/?search=a`])
  expect(rows.join('\n')).toContain('search')
})

describe.each(ENGINES)('an attacker with tools, on $title', ({ engine, skip }) => {
  const isSkipped = skip || missing.length > 0 || !hasWebServer('Caddy')
  const { server, run, person } = suiteServer(
    { engine, skip: isSkipped },
    { webDir, env: { LIMITS_SCALE: '10000', TRUST_PROXY: 'loopback' } },
  )
  let front: WebServer
  beforeAll(async () => {
    if (isSkipped) return
    front = await startWebServer('Caddy', Number(new URL(server.url).port))
    await buildMember(server.deps, { firstName: 'a' })
  })
  afterAll(() => (isSkipped ? undefined : front.stop()))

  run(
    'sqlmap injects into no parameter of no list, with the rights of an administrator',
    async () => {
      const { bearer } = await person('admin', { proven: true })
      const reply = await fetch(`${server.url}/api/docs.json`)
      const addresses = await addressesOf((await reply.json()) as ApiDocument, front.url, bearer) // the document of this server
      expect(addresses.length).toBeGreaterThan(15)
      const { rows, tried, said } = await injected(addresses, bearer)
      expect(rows, said).toEqual([])
      expect(tried, said).toBeGreaterThan(20)
    },
  )

  run('Wapiti finds nothing on the site', async () => {
    const dir = await folder()
    const report = join(dir, 'report.json')
    const options = '--scope domain --flush-session --no-bugreport --max-scan-time 420 -d 4 -f json'
    // Its list for old programs and its listener for SSRF are on the net, which the suite does without. HSTS is in the
    // replies over https alone, and its check of headers asks for one that browsers ignore: http_headers stays out.
    const modules =
      'backup,blindsql,cookieflags,crlf,csp,exec,file,htaccess,methods,permanentxss,redirect,shellshock,sql,xss,xxe'
    const { said } = await askBeside('wapiti', [
      '-u',
      `${front.url}/`,
      ...options.split(' '),
      '-m',
      modules,
      '-o',
      report,
      '--store-session',
      dir,
    ])
    const { vulnerabilities, anomalies } = JSON.parse(await readFile(report, 'utf8')) as Readonly<
      Record<
        'vulnerabilities' | 'anomalies',
        Readonly<Record<string, readonly { info: string; path: string }[]>>
      >
    > // the form of Wapiti 3
    const found = Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, faults]) =>
      faults.map(({ info, path }) => `${kind}: ${info} (${path})`),
    )
    expect(found, said).toEqual([])
  })
})
