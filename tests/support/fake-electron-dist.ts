/**
 * A folder with the layout of `node_modules/electron/dist`, so that electron-builder can run without the binary: files,
 * asar, asarUnpack and fuses are real, only the program in it is not. It cannot be run.
 */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createPackage } from '@electron/asar'

/**
 * The fuse wire that @electron/fuses looks for in the program: sentinel, version, count, one character for each fuse.
 */
const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const FUSES = '101100010'

export async function writeFakeElectronDist(directory: string): Promise<void> {
  const manifest = JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('electron/package.json'), 'utf8'),
  ) as { version: string } // the format of npm
  const emptyApp = join(directory, '../empty-app')
  for (const folder of [join(directory, 'resources'), join(directory, 'locales'), emptyApp])
    mkdirSync(folder, { recursive: true })
  const program = Buffer.concat([
    Buffer.from(`#!/bin/sh\nexit 1\n${FUSE_SENTINEL}`),
    Buffer.from([1, FUSES.length]),
    Buffer.from(FUSES),
  ])
  writeFileSync(join(directory, 'electron'), program)
  chmodSync(join(directory, 'electron'), 0o755)
  for (const name of [
    'chrome-sandbox',
    'chrome_crashpad_handler',
    'icudtl.dat',
    'resources.pak',
    'LICENSE',
    'LICENSES.chromium.html',
  ])
    writeFileSync(join(directory, name), 'fake')
  for (const language of ['en-US', 'en-GB', 'ar', 'fr', 'de'])
    writeFileSync(join(directory, `locales/${language}.pak`), 'fake')
  writeFileSync(join(emptyApp, 'package.json'), '{}')
  await createPackage(emptyApp, join(directory, 'resources/default_app.asar'))
  writeFileSync(join(directory, 'version'), manifest.version)
}

/** Fuses of a packed program, by position: '1' on, '0' off. */
export function readFuses(program: string): string {
  const bytes = readFileSync(program)
  const start = bytes.indexOf(FUSE_SENTINEL) + FUSE_SENTINEL.length
  return bytes.subarray(start + 2, start + 2 + FUSES.length).toString()
}
