/** Imports point one way (docs: ARCHITECTURE.md). Each rule says what to do instead. */

/** Folders of src/server, the deepest first: each may import those before it. */
const SERVER_LAYERS = [
  'database',
  'audit',
  'security',
  'files',
  'mail',
  'demo',
  'http',
  'features',
  'keys',
  'jobs',
]
/** Is below what puts the server together, and states the parts it needs instead of asking for `Deps`. */
const BELOW_DEPS = SERVER_LAYERS.slice(0, SERVER_LAYERS.indexOf('http'))

module.exports = {
  forbidden: [
    ...SERVER_LAYERS.slice(0, -1).map((layer, depth) => ({
      name: `server-${layer}-imports-downwards`,
      severity: 'error',
      comment:
        'Move what both folders need into the deeper one, or into a file of src/server that imports neither.',
      from: {
        path: `^src/server/${layer}/`,
        // A migration that fills a stored column calls the code that keeps the column up to date.
        pathNot: '^src/server/database/migrations/|\\.test\\.ts$',
      },
      to: { path: `^src/server/(${SERVER_LAYERS.slice(depth + 1).join('|')})/` },
    })),
    {
      name: 'server-parts-do-not-know-the-whole',
      severity: 'error',
      comment: 'State the needed parts as an interface of the module.',
      from: { path: `^src/server/(${BELOW_DEPS.join('|')})/`, pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src/server/(deps|open-deps|app|main|seed-demo|start/explain-start-fault)\\.ts$',
      },
    },
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'Move what both need into a third module.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'shared-is-leaf',
      severity: 'error',
      comment:
        'Shared code runs in the server, the shell and the page: it imports only zod and itself.',
      from: { path: '^src/shared', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^(src/shared|node_modules/zod)' },
    },
    {
      name: 'server-knows-shared-only',
      severity: 'error',
      comment: 'Put what both sides need into src/shared.',
      from: { path: '^src/server' },
      to: { path: '^src/(main|preload|renderer)' },
    },
    {
      name: 'shell-knows-shared-only',
      severity: 'error',
      comment:
        'The shell reaches the page through the bridge in src/shared/contract/desktop/ipc.ts.',
      from: { path: '^src/(main|preload)' },
      to: { path: '^src/(server|renderer)' },
    },
    {
      name: 'renderer-runs-on-the-web',
      severity: 'error',
      comment: 'Ask the platform module instead.',
      from: { path: '^src/renderer' },
      to: { path: '^(src/(main|preload|server)|electron$|node:)' },
    },
    {
      name: 'features-do-not-meet',
      severity: 'error',
      comment: 'Lift what two features need into ui, platform or src/shared.',
      from: { path: '^src/renderer/features/([^/]+)/' },
      to: { path: '^src/renderer/features/', pathNot: '^src/renderer/features/$1/' },
    },
    {
      name: 'features-do-not-know-the-app',
      severity: 'error',
      comment: 'The app composes features; a feature gets what it needs by props or from platform.',
      from: { path: '^src/renderer/(features|ui|platform|i18n)/' },
      to: { path: '^src/renderer/app/' },
    },
    {
      name: 'ui-knows-no-feature',
      severity: 'error',
      comment: 'A part of the kit is told what to show.',
      from: { path: '^src/renderer/(ui|platform|i18n)/' },
      to: { path: '^src/renderer/features/' },
    },
    {
      name: 'not-unresolved',
      severity: 'error',
      comment: 'Install the package or correct the path.',
      from: {},
      to: { couldNotResolve: true, pathNot: '^@platform$|^keytar$|\\?(url|worker)$|^virtual:' },
    },
    {
      name: 'no-tests-in-product',
      severity: 'error',
      comment: 'Tests import the product, never the other way.',
      from: { path: '^src', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^tests/|\\.test\\.tsx?$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.web.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
    builtInModules: { add: ['node:sqlite'] },
  },
}
