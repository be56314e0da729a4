/** Imports point one way (docs: ARCHITECTURE.md). Each rule says what to do instead. */

/** Aggregates of src/server/records, the deepest first. */
const RECORDS = [
  'look-ups',
  'decisions',
  'news',
  'subscriptions',
  'agreements',
  'members',
  'assembly',
  'files',
  'events',
  'audit',
  'devices',
  'sessions',
  'factors',
  'cards',
  'holds',
  'settings',
  'consents',
  'documents',
  'donations',
  'evidence',
  'review-locks',
  'reports',
  'claims',
  'evidence-uploads',
  'releases',
  'public-copies',
  'portraits',
  'requests',
  'mail-queue',
  'search',
  'stats',
  'wallet',
  'merges',
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

/**
 * Folders of src/renderer/ui, the deepest first. The files at its root are for all of them.
 */
const UI_FOLDERS = [
  'qr',
  'illustrations',
  'picture',
  'call',
  'feedback',
  'button',
  'field',
  'combo',
  'dialog',
  'loaded',
  'layout',
  'step-up',
  'form',
  'person',
  'photo',
  'staff',
  'content-editor',
]

/** Folders of src/renderer/parts, the deepest first: what several features are made of. */
const PARTS = ['scanner', 'card-check', 'report', 'evidence', 'report-form', 'report-edit']

/** Each folder may import those before it; a folder without a place in the order is an error. */
const inOrder = (name, root, folders, place) => [
  ...folders.map((folder, depth) => ({
    name: `${name}-${folder.replace('/', '-')}-imports-downwards`,
    severity: 'error',
    comment:
      'Move what both folders need into the deeper one, or state the needed parts as an interface of the module.',
    from: { path: `^${root}/${folder}/`, pathNot: '\\.test\\.tsx?$' },
    to: { path: `^${root}/(${['(?!)', ...folders.slice(depth + 1)].join('|')})/` },
  })),
  {
    name: `${name}-has-no-other-folder`,
    severity: 'error',
    comment: `Give a new folder its place in ${place}.`,
    from: {},
    to: { path: `^${root}/[^/]+/`, pathNot: `^${root}/(${folders.join('|')})/` },
  },
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
    ...inOrder('main', 'src/main', MAIN_FOLDERS, 'MAIN_FOLDERS'),
    ...inOrder('ui', 'src/renderer/ui', UI_FOLDERS, 'UI_FOLDERS'),
    ...inOrder('parts', 'src/renderer/parts', PARTS, 'PARTS'),
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
        'Shared code runs in the server, in main and in the page: it imports only zod and itself.',
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
      name: 'main-knows-shared-only',
      severity: 'error',
      comment: 'Main reaches the page through the bridge in src/shared/contract/desktop/ipc.ts.',
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
      comment: 'Lift what two features need into parts, ui, platform or src/shared.',
      from: { path: '^src/renderer/features/([^/]+)/' },
      to: { path: '^src/renderer/features/', pathNot: '^src/renderer/features/$1/' },
    },
    {
      name: 'features-do-not-know-the-app',
      severity: 'error',
      comment: 'The app composes features; a feature gets what it needs by props or from platform.',
      from: { path: '^src/renderer/(features|parts|ui|platform|i18n)/' },
      to: { path: '^src/renderer/app/' },
    },
    {
      name: 'parts-know-no-feature',
      severity: 'error',
      comment: 'A part is told what to show.',
      from: { path: '^src/renderer/(parts|ui|platform|i18n)/' },
      to: { path: '^src/renderer/features/' },
    },
    {
      name: 'ui-knows-no-part',
      severity: 'error',
      comment: 'The kit knows no member, card or report: move the file into parts.',
      from: { path: '^src/renderer/(ui|platform|i18n)/' },
      to: { path: '^src/renderer/parts/' },
    },
    {
      name: 'not-unresolved',
      severity: 'error',
      comment: 'Install the package or correct the path.',
      from: {},
      to: {
        couldNotResolve: true,
        pathNot: '^@platform$|^keytar$|^@napi-rs/keyring$|\\?(url|worker)$|^virtual:',
      },
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
    // TypeScript 7 has no interface for tools yet. SWC reads types as well, and forbidden imports are planted in a test.
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.web.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
    builtInModules: { add: ['node:sqlite'] },
  },
}
