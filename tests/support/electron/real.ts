import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

type Program = { readonly path: string } | { readonly missing: string }

/** The installed app that PACKAGED_APP names. */
export function packagedApp(): Program {
  const path = process.env['PACKAGED_APP'] ?? ''
  return existsSync(path) ? { path } : { missing: `PACKAGED_APP names no program: ${path}` }
}

/**
 * Path of the real Electron, or the reason why there is none. Never `require('electron')` here, because that would
 * download it.
 */
export function realElectron(): Program {
  const given = process.env['ELECTRON_EXEC_PATH']
  if (given !== undefined)
    return existsSync(given)
      ? { path: given }
      : { missing: `ELECTRON_EXEC_PATH does not exist: ${given}` }
  const root = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  const pathFile = join(root, 'path.txt')
  if (!existsSync(pathFile))
    return { missing: 'the Electron binary is not installed (npx install-electron)' }
  const path = join(
    process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(root, 'dist'),
    readFileSync(pathFile, 'utf8').trim(),
  )
  return existsSync(path) ? { path } : { missing: `the Electron binary is missing: ${path}` }
}
