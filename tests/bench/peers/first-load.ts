import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import type { PeerFolder } from './install.ts'

const SIZES = '../../../.size-limit.mjs'

/** One list of members, as its documentation begins; the fewest lines that show one. */
const APP = `
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'
import { Admin, ListGuesser, Resource } from 'react-admin'
import simpleRest from 'ra-data-simple-rest'
createRoot(document.getElementById('root')).render(
  h(Admin, { dataProvider: simpleRest('/api') }, h(Resource, { name: 'members', list: ListGuesser })),
)
`
const kilobytes = (parts: readonly (string | Uint8Array)[]): number =>
  parts.reduce((sum, part) => sum + gzipSync(part).length, 0) / 1_000

/** Scripts that a browser fetches before react-admin shows a list: the entry and what it imports. */
async function reactAdmin(folder: PeerFolder): Promise<number> {
  const root = folder.file('..', 'first-load')
  await mkdir(root, { recursive: true })
  await writeFile(
    join(root, 'index.html'),
    '<div id="root"></div><script type="module" src="/main.js"></script>',
  )
  await writeFile(join(root, 'main.js'), APP)
  const built = await build({ root, logLevel: 'error', configFile: false, build: { write: false } })
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput // it is no watcher without `watch`
  const chunks = new Map(
    output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  )
  const wanted = new Set(
    [...chunks.values()].filter((one) => one.isEntry).map((one) => one.fileName),
  )
  for (const name of wanted) for (const next of chunks.get(name)?.imports ?? []) wanted.add(next)
  return kilobytes([...wanted].flatMap((name) => chunks.get(name)?.code ?? []))
}

/** The first load of the home page and of an application of react-admin with one list, kB of scripts with gzip. */
export async function benchFirstLoad(folder: PeerFolder): Promise<void> {
  if (!(await folder.install('react-admin')) || !(await folder.install('ra-data-simple-rest')))
    return
  const { default: sizes } = (await import(SIZES)) as { default: readonly [{ path: string[] }] } // written in JavaScript
  const [home] = sizes
  const files = await Promise.all(home.path.map((path) => readFile(path)))
  const [own, theirs] = [kilobytes(files), await reactAdmin(folder)]
  console.log('\n| First load | kB of scripts, gzip |\n|---|---:|')
  console.log(`| WLD, home page with texts | ${own.toFixed(0)} |`)
  console.log(`| react-admin, one list | ${theirs.toFixed(0)} |`)
  console.log(`| WLD ÷ react-admin | ${(own / theirs).toFixed(2)} |`)
}
