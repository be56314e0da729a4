/**
 * The programs of the server, bundled once for a run with the packages that they use: a process starts in half of the
 * processor time of one that loads 600 files, and the suites start some hundreds.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'

const root = join(import.meta.dirname, '../..')
/** Two folders below the root, as `out/server` is: the server looks for the web site from there. */
const FOLDER = join(root, 'test-results/programs')
const MADE = 'TEST_BUNDLED_PROGRAMS'

/** All lie in one folder: the server finds the program for documents and the backup beside itself. */
const PROGRAMS = [
  'src/server/main.ts',
  'src/server/commands/create-admin.ts',
  'src/server/commands/verify/audit-verify.ts',
  'src/server/commands/verify/evidence-verify.ts',
  'src/server/commands/backup/backup.ts',
  'src/server/commands/doctor/doctor.ts',
  'src/server/commands/breach/breach.ts',
  'src/server/commands/hold.ts',
  'src/server/commands/keys/keys-rotate.ts',
  'src/server/parts/files/documents/document-process.ts',
] as const
/** Some have a binary of this machine beside their code; `pause-at-statement.ts` changes `pg`. */
const UNBUNDLED = /^(?:sharp|@node-rs\/argon2|pg)$/

/** What to start for a program of `src`: its bundle, or the source itself where none was made, as in `npm run bench`. */
export const program = (source: (typeof PROGRAMS)[number]): string =>
  process.env[MADE] === undefined
    ? join(root, source)
    : join(FOLDER, `${basename(source, '.ts')}.js`)

/** Bundles the source as it is now. */
export async function bundlePrograms(): Promise<void> {
  const { build } = await import('vite') // not for the workers, which only ask for paths
  const result = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    // As Node.js chooses the files of a package.
    resolve: { noExternal: true, mainFields: [], conditions: ['node'] },
    build: {
      ssr: true,
      write: false,
      minify: false,
      target: 'node24',
      rolldownOptions: {
        input: Object.fromEntries(
          PROGRAMS.map((source) => [basename(source, '.ts'), join(root, source)]),
        ),
        external: UNBUNDLED,
        output: { chunkFileNames: '[name].js' },
      },
    },
  })
  if (!('output' in result)) throw new Error('one build makes one output')
  mkdirSync(FOLDER, { recursive: true })
  const names = new Set<string>()
  for (const file of result.output) {
    names.add(file.fileName)
    if (file.type === 'chunk') put(file.fileName, file.code)
  }
  for (const name of readdirSync(FOLDER))
    if (name.endsWith('.js') && !names.has(name)) rmSync(join(FOLDER, name), { force: true })
  process.env[MADE] = FOLDER
}

/** Another run may start programs from here: a file of the same text stays, and no file is half written. */
function put(name: string, text: string): void {
  const path = join(FOLDER, name)
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, path)
}
