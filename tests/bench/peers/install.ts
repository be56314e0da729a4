import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The exact versions that the figures in the docs are of. None is a dependency of the product. */
const VERSIONS: Readonly<Record<string, string>> = {
  jsqr: '1.4.0',
  'zxing-wasm': '3.1.4',
  '@undecaf/zbar-wasm': '0.11.0',
  'react-admin': '5.15.4',
  'ra-data-simple-rest': '5.15.3',
  directus: '11.3.5',
  'html-to-image': '1.11.13',
  'modern-screenshot': '4.7.0',
  lighthouse: '13.5.0',
}

/** Where they are installed when the caller names no folder. */
export const PEER_FOLDER = join(tmpdir(), 'wld-bench-peers')

export interface PeerFolder {
  /** Installs a peer. Returns false, with the reason on the console, when that fails. */
  readonly install: (name: string) => Promise<boolean>
  readonly load: (name: string) => Promise<Readonly<Record<string, unknown>>>
  /** A file inside an installed package. */
  readonly file: (name: string, path: string) => string
}

export async function openPeerFolder(folder: string): Promise<PeerFolder> {
  await mkdir(folder, { recursive: true })
  const manifest = join(folder, 'package.json')
  // Without a manifest npm would look for one in the folders above and install there.
  if (!existsSync(manifest)) await writeFile(manifest, '{"private":true}\n')
  // An import is resolved from the folder of the module that does it.
  const loader = join(folder, 'load.mjs')
  await writeFile(loader, 'export const load = (name) => import(name)\n')
  const { load } = (await import(pathToFileURL(loader).href)) as Pick<PeerFolder, 'load'>
  return {
    async install(name) {
      const wanted = `${name}@${VERSIONS[name] ?? ''}`
      try {
        await run(
          'npm',
          ['install', '--save-exact', '--ignore-scripts', '--no-audit', '--no-fund', wanted],
          { cwd: folder, timeout: 300_000, shell: process.platform === 'win32' },
        )
        return true
      } catch (error) {
        console.warn(`could not install ${wanted}: ${error instanceof Error ? error.message : ''}`)
        return false
      }
    },
    load,
    file: (name, path) => join(folder, 'node_modules', name, path),
  }
}
