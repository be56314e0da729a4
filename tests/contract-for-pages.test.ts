/** The contract as the build gives it to pages still loads, and its routes are called and their replies read as before. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { ROUTES } from '#shared/contract/routes.ts'
import { contractForPages } from '../contract-for-pages.config.ts'

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

async function built(): Promise<{ readonly routes: typeof ROUTES; readonly code: string }> {
  const outDir = await mkdtemp(join(at('node_modules'), '.wld-contract-'))
  onTestFinished(() => rm(outDir, { recursive: true, force: true }))
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [contractForPages()],
    resolve: { alias: [{ find: /^zod$/, replacement: at('src/renderer/platform/zod.ts') }] },
    build: {
      ssr: at('src/shared/contract/routes.ts'),
      outDir,
      minify: false,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        output: { entryFileNames: 'routes.mjs' },
      },
    },
  })
  const file = join(outDir, 'routes.mjs')
  const { ROUTES: routes } = (await import(pathToFileURL(file).href)) as {
    readonly ROUTES: typeof ROUTES
  } // just built
  return { routes, code: await readFile(file, 'utf8') }
}

test('pages have the address and the reply of each route, and no schema of what is sent', async () => {
  const { routes, code } = await built()
  expect(Object.keys(routes)).toEqual(Object.keys(ROUTES))
  for (const [id, route] of Object.entries(ROUTES)) {
    const forPages = routes[id as keyof typeof ROUTES] // as: a key of the same table
    expect(forPages).toMatchObject({ id, method: route.method, path: route.path })
    expect(forPages.reply.type, id).toBe(route.reply.type)
  }
  expect(code).toContain('defineRoute({')
  expect(code).not.toMatch(/defineRoute\(\{[^{}]*\b(?:request|summary|limits|audit|access): /)
})
