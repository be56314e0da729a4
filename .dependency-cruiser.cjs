/** Imports point one way (docs: ARCHITECTURE.md). Each rule says what to do instead. */

/** Rooms of src/server, the deepest first: each may import those before it, and `main.ts` all of them (ADR 0071). */
const SERVER_ROOMS = [
  'base',
  'parts/database',
  'parts/audit',
  'parts/security',
  'parts/timestamps',
  'parts/files',
  'parts/wallet',
  'parts/mail',
  'demo',
  'deps',
  'http',
  'records',
  'features',
  'start',
  'commands',
  'jobs',
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
      name: 'server-has-no-other-room',
      severity: 'error',
      comment: 'Give a new folder its place in SERVER_ROOMS.',
      from: {},
      to: {
        path: '^src/server/',
        pathNot: `^src/server/(${SERVER_ROOMS.join('|')})/|^src/server/main\\.ts$`,
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
