/**
 * Builds the scripts of the web site that stand alone: the early code of the card, and the service worker. Lists the files
 * of this build by what they are for, and puts the list in.
 */
import { createHash } from 'node:crypto'
import { fileURLToPath, URL } from 'node:url'
import { build, type Plugin, type Rollup } from 'vite'
import type { CopyList } from './src/renderer/platform/offline/offline-protocol.ts'
import { LANGUAGES, type Language } from './src/shared/domain/text/languages.ts'

const fileAt = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const SOURCE = fileAt('./src/renderer/service-worker.ts')
const EARLY_CODE = fileAt('./src/renderer/features/card/code/early-code.ts')
/** Files without a hash that the page asks for before its script runs. */
const UNHASHED = [
  '/index.html',
  '/first-paint.js',
  '/early-code.js',
  '/load-again.js',
  '/favicon.svg',
  '/manifest.webmanifest',
]

type Bundle = Rollup.OutputBundle
type Chunk = Rollup.OutputChunk & {
  readonly viteMetadata?: {
    readonly importedCss: ReadonlySet<string>
    readonly importedAssets: ReadonlySet<string>
  }
}

export const chunks = (bundle: Bundle): Chunk[] =>
  Object.values(bundle).filter((item) => item.type === 'chunk')

export function chunkOf(bundle: Bundle, module: string): Chunk {
  const isIt = (id: string | null): boolean => id?.replaceAll('\\', '/').endsWith(module) === true
  // Where it lies in a chunk with others, an import asks for a small file in front of it, which loads the chunk.
  const found =
    chunks(bundle).find(({ facadeModuleId }) => isIt(facadeModuleId)) ??
    chunks(bundle).find(({ moduleIds }) => moduleIds.some(isIt))
  if (found === undefined)
    throw new Error(`No chunk holds ${module}: correct service-worker.config.ts`)
  return found
}

/** Style sheets, and what they and the scripts refer to. */
function withAssets(bundle: Bundle, { fileName, viteMetadata }: Chunk): string[] {
  const css = [...(viteMetadata?.importedCss ?? [])]
  return [
    fileName,
    ...css,
    ...(viteMetadata?.importedAssets ?? []),
    ...css.flatMap((name) => addressesIn(bundle, name)),
  ]
}

function addressesIn(bundle: Bundle, styleSheet: string): string[] {
  const item = bundle[styleSheet]
  const text = item?.type === 'asset' ? String(item.source) : ''
  return [...text.matchAll(/url\(["']?\/?(assets\/[^"')]+)/g)].flatMap(([, name]) =>
    name === undefined ? [] : [name],
  )
}

/** A chunk with everything that is loaded together with it. */
export function closure(bundle: Bundle, start: Chunk, found = new Set<string>()): string[] {
  if (found.has(start.fileName)) return []
  found.add(start.fileName)
  const imported = start.imports
    .map((name) => bundle[name])
    .filter((item): item is Chunk => item?.type === 'chunk')
  return [
    ...withAssets(bundle, start),
    ...imported.flatMap((chunk) => closure(bundle, chunk, found)),
  ]
}

const address = (name: string): string => `/${name}`
const perLanguage = (files: (language: Language) => readonly string[]) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, files(language)])) as Record<
    Language,
    string[]
  > // the keys are the languages

export function copyList(bundle: Bundle): CopyList {
  const entry = chunks(bundle).find(({ isEntry }) => isEntry)
  if (entry === undefined) throw new Error('The build has no entry')
  const isArabicFont = (name: string): boolean => name.includes('arabic-letters')
  // The rarer letters: without network, a font of the device draws them.
  const isWholeFont = (name: string): boolean => name.includes('ibm-plex')
  const first = [...new Set(closure(bundle, entry))].filter((name) => !isWholeFont(name))
  const arabicFonts = first.filter(isArabicFont)
  const shell = new Set(first.filter((name) => !isArabicFont(name)))
  const beyondShell = (names: readonly string[]): string[] =>
    [...new Set(names)]
      .filter((name) => !shell.has(name) && !isWholeFont(name))
      .toSorted()
      .map(address)
  const texts = LANGUAGES.flatMap((language) =>
    closure(bundle, chunkOf(bundle, `/locales/${language}/idCard.json`)),
  )
  const page = closure(bundle, chunkOf(bundle, '/features/card/id-card-page.tsx'))
  // The icon on a home screen opens the home page of members, one tap away from the code.
  const home = closure(bundle, chunkOf(bundle, '/features/home/member-home.tsx'))
  const drawing = closure(bundle, chunkOf(bundle, '/html2canvas/dist/html2canvas.js'))
  // What every fetched page comes with; renewal and sign-out are tried without network too.
  const around = ['/platform/calls/data-scope.tsx', '/platform/session/session-calls.ts'].flatMap(
    (module) => closure(bundle, chunkOf(bundle, module)),
  )
  const list = {
    entry: address(entry.fileName),
    shell: [...UNHASHED, ...[...shell].toSorted().map(address)],
    languages: perLanguage((language) =>
      beyondShell([
        ...[
          `/i18n/base-${language}.ts`,
          ...['ui', 'problems', 'auth'].map((name) => `/locales/${language}/${name}.json`),
        ].flatMap((module) => closure(bundle, chunkOf(bundle, module))),
        ...(language === 'ar' ? arabicFonts : []),
      ]),
    ),
    card: beyondShell([...page, ...home, ...texts, ...drawing, ...around, ...arabicFonts]), // the card is written in both scripts
  }
  return {
    version: createHash('sha256').update(JSON.stringify(list)).digest('hex').slice(0, 12),
    ...list,
  }
}

/** One file without imports. */
const buildAlone = (outDir: string, input: string, name: string, define: Record<string, string>) =>
  build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define,
    resolve: { alias: { '#shared': fileAt('./src/shared') } },
    build: {
      outDir,
      emptyOutDir: false,
      target: 'baseline-widely-available',
      rolldownOptions: {
        checks: { bundlerTimings: false },
        input,
        output: { format: 'iife', entryFileNames: name },
      },
    },
  })

export function serviceWorker(): Plugin {
  return {
    name: 'wld-service-worker',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const outDir = dir ?? 'out/web'
      await buildAlone(outDir, EARLY_CODE, 'early-code.js', {})
      await buildAlone(outDir, SOURCE, 'sw.js', { COPY_LIST: JSON.stringify(copyList(bundle)) })
    },
  }
}
