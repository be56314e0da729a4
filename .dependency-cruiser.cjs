/** Imports point one way (docs: ARCHITECTURE.md). Each rule says what to do instead. */

/** Aggregates of src/server/records, the deepest first. */
const RECORDS = [
  'look-ups',
  'decisions',
  'news',
  'subscriptions',
  'members',
  'assembly',
  'files',
  'events',
  'audit',
  'devices',
  'sessions',
  'factors',
  'cards',
  'claims',
  'holds',
  'settings',
  'consents',
  'documents',
  'donations',
  'evidence',
  'review-locks',
  'reports',
  'evidence-uploads',
  'releases',
  'public-copies',
  'portraits',
  'requests',
  'mail-queue',
  'search',
  'stats',
  'wallet',
  'erasure',
  'watch',
  'witness-reports',
  'backup',
  'operation',
]

/**
 * Rooms of src/server, the deepest first: each may import those before it, and `main.ts` all but the
 * last, the demonstration, which is a program of its own (ADR 0071).
 */
const SERVER_ROOMS = [
  'base',
  'parts/database',
  'parts/audit',
  'parts/security',
  'parts/timestamps',
  'parts/files',
  'parts/wallet',
  'parts/mail',
  'deps',
  'http',
  ...RECORDS.map((aggregate) => `records/${aggregate}`),
  'features',
  'start',
  'commands',
  'jobs',
  'demo',
]

/** Folders of src/main, the deepest first. The files at its root put the app together and may import all of them. */
const MAIN_FOLDERS = [
  'base',
  'log',
  'settings',
  'api',
  'session',
  'outbox',
  'offline',
  'doors',
  'ipc',
  'kiosk',
  'proxy',
  'connection',
  'security',
  'printing',
  'static',
  'diagnostics',
  'updates',
  'window',
  'start',
]

module.exports = {
  forbidden: [
    ...SERVER_ROOMS.map((room, depth) => ({
      name: `server-${room.replace('/', '-')}-imports-downwards`,
      severity: 'error',
      comment:
        'Move what both rooms need into the deeper one, or state the needed parts as an interface of the module.',
      from: {
        path: `^src/server/${room}/`,
        pathNot: '\\.test\\.ts$',
      },
      to: { path: `^src/server/(${[...SERVER_ROOMS.slice(depth + 1), 'main\\.ts'].join('|')})` },
    })),
    {
      name: 'production-has-no-demonstration',
      severity: 'error',
      comment: 'Give src/server/demo/main.ts what the demonstration needs, and state it in Deps.',
      from: { path: '^src/(?!server/demo/)' },
      to: { path: '^src/server/demo/|^resources/demo/' },
    },
    {
      name: 'server-has-no-other-room',
      severity: 'error',
      comment: 'Give a new folder its place in SERVER_ROOMS.',
      from: {},
      to: {
        path: '^src/server/',
        pathNot: `^src/server/(${SERVER_ROOMS.join('|')})/|^src/server/main\\.ts$`,
      },
    },
    ...MAIN_FOLDERS.map((folder, depth) => ({
      name: `main-${folder}-imports-downwards`,
      severity: 'error',
      comment:
        'Move what both folders need into the deeper one, or state the needed parts as an interface of the module.',
      from: { path: `^src/main/${folder}/`, pathNot: '\\.test\\.ts$' },
      to: { path: `^src/main/(${['(?!)', ...MAIN_FOLDERS.slice(depth + 1)].join('|')})/` },
    })),
    {
      name: 'main-has-no-other-folder',
      severity: 'error',
      comment: 'Give a new folder its place in MAIN_FOLDERS.',
      from: {},
      to: {
        path: '^src/main/[^/]+/',
        pathNot: `^src/main/(${MAIN_FOLDERS.join('|')})/`,
      },
    },
    {
      name: 'server-features-do-not-meet',
      severity: 'error',
      comment: 'Move what two features need into src/server/records.',
      from: { path: '^src/server/features/([^/]+)/' },
      to: { path: '^src/server/features/', pathNot: '^src/server/features/$1/' },
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
