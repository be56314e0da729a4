import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath, URL } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type RendererViteConfig } from 'electron-vite'
import { type ConfigEnv, parseSync, type Rollup, type UserConfig as ViteUserConfig } from 'vite'
import { contractForPages } from './contract-for-pages.config.ts'
import { pageVariants } from './page-variants.config.ts'
import { serviceWorker } from './service-worker.config.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

// `<Trans>` and its parser of markup are for pages that have a link inside a sentence; they come with those.
const FRAMEWORK =
  /node_modules[\\/](?:react|react-dom|react-router|react-router-dom|scheduler|i18next|react-i18next|zustand)[\\/](?!.*\bTrans)/

const LATER = /[\\/](?:react-i18next[\\/].*\bTrans|html-parse-stringify[\\/])/

// Zod and the first layer of the contract come with every page that calls the server.
const CONTRACT =
  /node_modules[\\/]zod[\\/]|shared[\\/]contract[\\/]base[\\/]|platform[\\/]calls[\\/](?:api|read-query)\.ts$/

const files = (...paths: readonly string[]): RegExp =>
  new RegExp(`(?:${paths.join('|')})\\.tsx?$`.replaceAll('/', String.raw`[\\/]`))
const inUi = (...names: readonly string[]): RegExp => files(`renderer/ui/(?:${names.join('|')})`)
// What most lists and forms have. Each is less than two kilobytes, and a request costs a phone more than that.
const PARTS = inUi(
  'feedback/countdown',
  'feedback/empty-state',
  'loaded/load-failure',
  'loaded/loaded',
  'feedback/skeleton',
  'feedback/use-paused-text',
  'field/checkbox',
  'field/choice-cards',
  'field/switch',
  'field/text-area',
  'call/form-problems',
  'call/use-call',
  'layout/facts',
  'layout/pagination',
  'layout/section',
  'use-address-query',
  'use-media-query',
)
// All that the page to sign in has of them.
const FIELD = inUi('field/field-frame', 'field/text-field')
// What comes with every signed-in page.
const SESSION = files(
  'shared/contract/(?:activity|auth|factors)',
  '(?:platform/session/session-calls|app/guard/session-watch)',
)
const UPLOAD = files(
  'shared/contract/uploads',
  'renderer/platform/files/(?:send-files|upload)',
  'renderer/ui/(?:feedback/progress-bar|photo/prepare)',
)
const DIALOG = inUi('dialog/dialog', 'dialog/confirm-dialog', 'form/leave-dialog')
// The state of a list in its address, and the way back to it, are for lists of visitors, too.
const LIST_STATE =
  /renderer[\\/]ui[\\/](?:layout[\\/]back-link|staff[\\/](?:filters[\\/](?:use-)?address-filters|filters[\\/]use-last-page|table[\\/]table-types)|loaded[\\/]no-match)\.tsx?$/
// Tables, filters and keys of the pages of staff.
const DESK =
  /renderer[\\/]ui[\\/]staff[\\/](?!charts|picture|voices|refresh-counts|filters[\\/](?:use-address|address|use-last)|table[\\/]table-types)|app[\\/]dashboard[\\/]/

interface ModuleGraph {
  getModuleInfo(
    id: string,
  ): { readonly importedIds: readonly string[]; readonly code: string | null } | null
}

/**
 * What is always fetched together makes one chunk: the modules that the entry imports without waiting, itself or through
 * others, and those that come with every other page (the query client and the calls). The first load names the files of
 * every page, so fewer files are also fewer bytes.
 */
const ENTRY = at('./src/renderer/app/main.tsx') // stays a chunk of its own: the one that index.html starts

function chunkFrom(start: string, name: string) {
  let reached: ReadonlySet<string> | undefined
  return (id: string, graph: ModuleGraph): string | null => {
    reached ??= reachedFrom(start, graph)
    return reached.has(id) && id !== ENTRY && !LATER.test(id) ? name : null
  }
}
function reachedFrom(start: string, graph: ModuleGraph): ReadonlySet<string> {
  const reached = new Set([start])
  const icons = new Set<string>()
  for (const id of reached) {
    const info = graph.getModuleInfo(id)
    const { program } = parseSync(id, info?.code ?? '', { lang: 'js' })
    for (const statement of program.body)
      if (statement.type === 'ImportDeclaration' && statement.source.value === 'lucide-react')
        for (const specifier of statement.specifiers)
          if (specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier')
            icons.add(iconFile(specifier.imported.name))
    for (const next of info?.importedIds ?? []) reached.add(next) // grows while it is walked
  }
  // The icons are offered by one module that names all of them: only those count that our own modules ask for.
  return new Set(
    [...reached].filter(
      (id) =>
        !/lucide-react\/dist\/esm\/icons\//.test(id) ||
        icons.has(id.slice(id.lastIndexOf('/') + 1)),
    ),
  )
}
/** `ScanQrCode` is kept in `scan-qr-code.mjs`, `Building2` in `building-2.mjs`. */
const iconFile = (name: string): string =>
  `${name.replaceAll(/([a-z0-9])([A-Z])|([a-z])(\d)/g, '$1$3-$2$4').toLowerCase()}.mjs`

/** electron-vite makes addresses relative, for pages from files. Ours come from `app://wld/`, some from deeper paths. */
const fromTheRoot = { name: 'wld-from-the-root', config: () => ({ base: '/' }) }

/**
 * A font that comes late on a slow line moves every line of the page. The page for witnesses keeps the font of the device
 * then, so that nobody presses beside "Leave at once" (ADR 0089).
 */
const fontOrNone = {
  name: 'wld-font-or-none',
  generateBundle(_: unknown, bundle: Rollup.OutputBundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'asset' && file.fileName.endsWith('.css'))
        file.source = String(file.source).replaceAll('font-display:swap', 'font-display:optional')
  },
}

/**
 * The page for witnesses, built after the web site into its folder and sharing no file with it: its
 * first load is short, and nothing in it knows of sessions (ADR 0043).
 */
const tell = () => {
  const { build, ...rest } = renderer('web')
  return {
    ...rest,
    plugins: [react(), tailwindcss(), contractForPages(), fontOrNone],
    publicDir: false as const,
    resolve: {
      alias: rest.resolve.alias.map((one) =>
        one.find === '@platform'
          ? { ...one, replacement: at('./src/renderer/platform/no-session.ts') }
          : one,
      ),
    },
    build: {
      ...build,
      emptyOutDir: false,
      rolldownOptions: {
        checks,
        input: at('./src/renderer/tell.html'),
        output: {
          entryFileNames: 'assets/tell-[hash:7].js',
          chunkFileNames: 'assets/tell-[name]-[hash:7].js',
          assetFileNames: 'assets/tell-[name]-[hash:7][extname]',
        },
      },
    },
  }
}

/** PORT is that of the API; the development servers of web site and desktop app have the next two (scripts/lib/ports.mjs). */
const apiPort = Number(process.env['PORT'] || 4310)
const developmentServer = (target: 'desktop' | 'web') =>
  target === 'web'
    ? {
        port: apiPort + 1,
        strictPort: true,
        proxy: { '/api': `http://localhost:${apiPort}` },
      }
    : {
        port: apiPort + 2,
        strictPort: true,
        // The page comes from app://wld (src/main/static/serve-development.ts), which has no web socket.
        hmr: { protocol: 'ws', host: 'localhost', clientPort: apiPort + 2 },
      }

/** Times of plugins are for the people who write them; on a slow machine they would be the longest text of a build. */
const checks = { bundlerTimings: false }

/** The one renderer, for both targets. `target` only swaps the platform module. */
const renderer = (target: 'desktop' | 'web') =>
  ({
    root: at('./src/renderer'),
    base: '/',
    plugins: [
      react(),
      tailwindcss(),
      contractForPages(),
      ...(target === 'web' ? [pageVariants(), serviceWorker()] : [fromTheRoot]),
    ],
    resolve: {
      alias: [
        { find: '@platform', replacement: at(`./src/renderer/platform/${target}.ts`) },
        // The package offers its development build alone by name: warnings that are not read in
        // production.
        {
          find: /^react-router$/,
          replacement: at('./node_modules/react-router/dist/production/index.mjs'),
        },
        {
          find: /^react-router\/dom$/,
          replacement: at('./node_modules/react-router/dist/production/dom-export.mjs'),
        },
        { find: /^zod$/, replacement: at('./src/renderer/platform/zod.ts') },
      ],
    },
    worker: { format: 'es' },
    server: developmentServer(target),
    build: {
      outDir: at(target === 'web' ? './out/web' : './out/renderer'),
      emptyOutDir: true,
      minify: true, // electron-vite does not minify the renderer unless told to
      target: target === 'web' ? 'baseline-widely-available' : 'chrome150',
      // The content security policy allows neither data: scripts nor an inline preload polyfill.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        checks,
        input: at('./src/renderer/index.html'),
        // Two files for what every page needs, instead of thirty: what changes least, so that it stays in the browser's
        // cache across our releases, and the rest.
        output: {
          // The first load names some 120 files. Seven characters of a hash (42 bits) tell versions of a
          // file apart as well as eight do, and save a quarter of a kilobyte.
          chunkFileNames: ({ name }) =>
            name.startsWith('icons') ? 'assets/icons-[hash:7].js' : 'assets/[name]-[hash:7].js',
          codeSplitting: {
            groups: [
              { name: 'framework', test: FRAMEWORK, priority: 2 },
              { name: chunkFrom(ENTRY, 'interface'), debugName: 'interface', priority: 1 },
              {
                name: chunkFrom(at('./src/renderer/platform/calls/data-scope.tsx'), 'calls'),
                debugName: 'calls',
                priority: 1,
              },
              // A group takes what its modules import, too. What visitors need has priority over the tables of staff.
              { name: 'contract', test: CONTRACT, priority: 1 },
              { name: 'dialog', test: DIALOG, priority: 1 },
              { name: 'session', test: SESSION, priority: 1 },
              { name: 'upload', test: UPLOAD, priority: 1 },
              { name: 'forms', test: /react-hook-form/, priority: 1 },
              { name: 'field', test: FIELD, priority: 1 },
              { name: 'parts', test: PARTS, priority: 1 },
              { name: 'list', test: LIST_STATE, priority: 1 },
              { name: 'desk', test: DESK, minShareCount: 2 },
              // An icon is some 300 bytes: alone, each costs a request and its name in the first load.
              {
                name: 'icons',
                test: /lucide-react/,
                priority: 1,
                minShareCount: 2,
                entriesAware: true,
                entriesAwareMergeThreshold: 1_000,
              },
            ],
          },
        },
      },
    },
  }) satisfies RendererViteConfig & ViteUserConfig

const desktop = defineConfig({
  main: {
    // The libraries of the keychain are optional dependencies: electron-vite only externalises `dependencies` by itself.
    // zod is bundled, so that the packaged app carries no second copy of node_modules.
    build: {
      externalizeDeps: { include: ['keytar', '@napi-rs/keyring'], exclude: ['zod'] },
      rolldownOptions: { checks, input: at('./src/main/index.ts') },
    },
  },
  preload: {
    build: {
      externalizeDeps: false, // a sandboxed preload may only require('electron')
      rolldownOptions: {
        checks,
        input: at('./src/preload/index.ts'),
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: renderer('desktop'),
})

/** Pictures that the server reads from `covers` beside its code (src/server/features/settings/first-contents.ts). */
const covers = {
  name: 'wld-covers',
  async generateBundle(this: Rollup.PluginContext) {
    const folder = at('./src/server/features/settings/covers/')
    for (const name of await readdir(folder))
      this.emitFile({
        type: 'asset',
        fileName: `covers/${name}`,
        source: await readFile(`${folder}${name}`),
      })
  },
}

/**
 * The API server as one file for Node 24. Packages stay outside, apart from those of hundreds of small files: to find and
 * parse each file takes most of the processor time of a start.
 */
const server = {
  plugins: [covers],
  ssr: {
    noExternal: [
      'kysely',
      'zod',
      'fastify-type-provider-zod',
      'libphonenumber-js',
      'jose',
      'file-type',
    ],
  },
  build: {
    ssr: true, // a path here would be the only one that is built, whatever `input` says
    outDir: at('./out/server'),
    emptyOutDir: true,
    target: 'node24',
    rolldownOptions: {
      checks,
      input: {
        main: at('./src/server/main.ts'),
        'create-admin': at('./src/server/commands/create-admin.ts'),
        'audit-verify': at('./src/server/commands/verify/audit-verify.ts'),
        backup: at('./src/server/commands/backup/backup.ts'),
        doctor: at('./src/server/commands/doctor/doctor.ts'),
        breach: at('./src/server/commands/breach/breach.ts'),
        hold: at('./src/server/commands/hold.ts'),
        'keys-rotate': at('./src/server/commands/keys/keys-rotate.ts'),
        'evidence-verify': at('./src/server/commands/verify/evidence-verify.ts'),
        'document-process': at('./src/server/parts/files/documents/document-process.ts'),
      },
      // Beside the entries: the module that starts the program for documents finds it in its own folder.
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
} satisfies ViteUserConfig

// `electron-vite build`                                      -> main, preload, renderer
// `vite build --config electron.vite.config.ts --mode web`    -> the renderer alone, as a web site
// `vite build --config electron.vite.config.ts --mode tell`   -> the page for witnesses, into the same folder
// `vite build --config electron.vite.config.ts --mode server` -> the API
export default (env: ConfigEnv) =>
  env.mode === 'web'
    ? renderer('web')
    : env.mode === 'tell'
      ? tell()
      : env.mode === 'server'
        ? server
        : desktop
