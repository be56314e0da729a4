/** The packages: made by the real electron-builder with a stand-in for the Electron program. */
import { execFile } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { extractFile, listPackage, statFile } from '@electron/asar'
import { expect, test } from '@playwright/test'
import { load } from 'js-yaml'
import arabic from '#locales/ar/desktopMenu.json' with { type: 'json' }
import { readFuses, writeFakeElectronDist } from '#tests/support/fake-electron-dist.ts'

const appFolder = resolve(process.env['DESKTOP_APP_DIR'] ?? '.')
const folder = join(tmpdir(), `wld-package-${process.pid}`)
// Optional: where keytar could not be built, it is not packed.
const KEYTAR = 'node_modules/keytar/build/Release/keytar.node'
const hasKeytar = existsSync(join(appFolder, KEYTAR))
/** The library beside it, and its binary for this machine. */
const keyringBindings = globSync('node_modules/@napi-rs/keyring-*/*.node', { cwd: appFolder })
const BINDINGS = [...(hasKeytar ? [KEYTAR] : []), ...keyringBindings]
const OWN_ARCH = process.arch === 'arm64' ? 'arm64' : 'x64'
const OTHER_ARCH = OWN_ARCH === 'x64' ? 'arm64' : 'x64'
const unpackedFolder = (arch: string): string =>
  arch === 'x64' ? 'linux-unpacked' : `linux-${arch}-unpacked`
const packed = join(folder, 'release', unpackedFolder(OWN_ARCH))
const archive = join(packed, 'resources/app.asar')
const require = createRequire(import.meta.url)
/** A part of electron-builder that is not exported; found by the path of electron-builder. */
const CONFIGURATION_MODULE = join(
  dirname(require.resolve('electron-builder/cli.js')),
  '../app-builder-lib/out/util/config/config.js',
)
const LINUX_MODULE = join(dirname(CONFIGURATION_MODULE), '../../targets/LinuxTargetHelper.js')
interface LinuxModule {
  readonly LinuxTargetHelper: new (packager: unknown) => {
    computeDesktopEntry(options: unknown): Promise<string>
  }
}
interface CheckPacked {
  binaryArchs(bytes: Buffer): string[]
  default(context: unknown): void
}
interface ConfigurationModule {
  validateConfiguration(
    configuration: unknown,
    logger: { isEnabled: boolean; add(): void },
  ): Promise<void>
}

const configuration = () =>
  load(readFileSync('electron-builder.yml', 'utf8')) as BuilderConfiguration // checked against its schema below
interface BuilderConfiguration {
  readonly electronFuses: Readonly<Record<string, boolean>>
  readonly linux: Targets
  readonly mac: Targets
  readonly win: Targets
  readonly deb: Readonly<Record<string, unknown>>
}
interface Targets {
  readonly target: readonly { readonly target: string; readonly arch: readonly string[] }[]
}

/** Packs with the real electron-builder and a stand-in for the Electron program. */
async function pack(arch: 'x64' | 'arm64', output: string): Promise<void> {
  const dist = join(folder, 'dist')
  if (!existsSync(dist)) await writeFakeElectronDist(dist)
  const builder = require.resolve('electron-builder/cli.js')
  const args = [
    '--linux',
    'dir',
    `--${arch}`,
    '--publish',
    'never',
    '--projectDir',
    appFolder,
    `-c.electronDist=${dist}`,
    `-c.directories.output=${output}`,
  ]
  try {
    await promisify(execFile)(process.execPath, [builder, ...args], {
      cwd: appFolder,
      env: { ...process.env, ELECTRON_BUILDER_OFFLINE: 'true' },
    })
  } catch (error) {
    throw new Error(`electron-builder failed: ${(error as { stdout: string }).stdout}`, {
      cause: error,
    }) // electron-builder writes its reasons to standard output
  }
}

test.describe.configure({ mode: 'serial' })
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the configuration is valid for electron-builder', async () => {
  const { validateConfiguration } = require(CONFIGURATION_MODULE) as ConfigurationModule // see CONFIGURATION_MODULE
  await expect(
    validateConfiguration(configuration(), { isEnabled: false, add() {} }),
  ).resolves.toBeUndefined()
  await expect(
    validateConfiguration({ appId: 'x', nonsense: true }, { isEnabled: false, add() {} }),
  ).rejects.toThrow(/nonsense/)
})

test('the app is packed', async () => {
  test.skip(process.platform !== 'linux', 'the fake program has the shape of the one for Linux')
  test.setTimeout(120_000)
  await pack(OWN_ARCH, join(folder, 'release'))
  expect(existsSync(archive)).toBe(true)
})

test('the package contains only what the app needs', () => {
  test.skip(!existsSync(archive), 'nothing was packed')
  const files = listPackage(archive, { isPack: false }).map((path) => path.replaceAll('\\', '/'))
  expect(files).toEqual(
    expect.arrayContaining([
      '/package.json',
      '/out/main/index.js',
      '/out/preload/index.cjs',
      '/out/renderer/index.html',
      ...(hasKeytar ? ['/node_modules/keytar/lib/keytar.js'] : []),
      '/node_modules/@napi-rs/keyring/index.js',
      ...keyringBindings.map((path) => `/${path}`),
      ...keyringBindings.map((path) => `/${join(dirname(path), 'LICENSE.third-party.md')}`),
    ]),
  )
  const packages = new Set(
    files.flatMap((path) => /^\/node_modules\/((?:@[^/]+\/)?[^@/]+)$/.exec(path)?.[1] ?? []),
  )
  expect([...packages].toSorted()).toEqual([
    '@napi-rs/keyring',
    ...keyringBindings.map((path) => dirname(path).replace('node_modules/', '')),
    ...(hasKeytar ? ['keytar'] : []),
  ])
  expect(
    files.filter((path) =>
      /^\/(?:src|tests|docs|scripts|locales|\.data|\.env|out\/(?:server|web))/.test(path),
    ),
  ).toEqual([])
  expect(
    files.filter(
      (path) =>
        /\.(?:map|tsx?|md|sqlite|eml|pem|key)$/.test(path) &&
        !/LICENSE(?:\.third-party)?\.md$/.test(path),
    ),
  ).toEqual([])
})

test('the package is small and contains no tests and no source maps', () => {
  test.skip(!existsSync(archive), 'nothing was packed')
  const files = listPackage(archive, { isPack: false }).map((path) =>
    path.replaceAll('\\', '/').replace(/^\//, ''),
  )
  const sizes = files
    .map((path) => statFile(archive, path))
    .flatMap((entry) => ('size' in entry ? [entry.size] : []))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(15_000_000)
  expect(files.filter((path) => /\.(?:test|spec)\.|sourceMappingURL/.test(path))).toEqual([])
  for (const bundle of files.filter((path) =>
    /^out\/(?:main|preload|renderer)\/.*\.c?js$/.test(path),
  ))
    expect({
      bundle,
      map: extractFile(archive, bundle).toString().includes('sourceMappingURL='),
    }).toEqual({ bundle, map: false })
})

test('the package contains the languages of the interface and no other languages of Chromium', () => {
  test.skip(!existsSync(archive), 'nothing was packed')
  expect(extractFile(archive, 'out/main/index.js').toString()).toContain(arabic.menu.fullScreen)
  expect(readdirSync(join(packed, 'locales')).sort()).toEqual([
    'ar.pak',
    'en-GB.pak',
    'en-US.pak',
    'fr.pak',
  ])
})

test('the main bundle finds all its imports', () => {
  test.skip(!existsSync(archive), 'nothing was packed')
  const main = extractFile(archive, 'out/main/index.js').toString()
  // Not the end of a name or an address such as `user.import`, and not the text `'import'`.
  const imported = [
    ...main.matchAll(/(?<![./\w"'])(?:from|import)\s*\(?\s*["']([^"'.][^"']*)["']/g),
  ].map(([, name = '']) => name)
  expect(new Set(imported.filter((name) => !name.startsWith('node:')))).toEqual(
    new Set(['electron', 'keytar', '@napi-rs/keyring']),
  )
})

test('the keychain bindings are outside the archive, where they can be loaded', () => {
  test.skip(!existsSync(archive), 'nothing was packed')
  const unpacked = join(packed, 'resources/app.asar.unpacked')
  const files = readdirSync(unpacked, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(unpacked, path)).isFile(),
  )
  expect(files.toSorted()).toEqual(BINDINGS.toSorted())
  for (const path of BINDINGS) expect(statFile(archive, path)).toMatchObject({ unpacked: true })
})

test('the app is packed for both architectures on every system', () => {
  const { win, mac, linux } = configuration()
  for (const { target } of [win, mac, linux])
    for (const { arch } of target) expect(arch).toEqual(['x64', 'arm64'])
  expect([win, mac, linux].map(({ target }) => target.map((entry) => entry.target))).toEqual([
    ['nsis'],
    ['dmg', 'zip'],
    ['AppImage', 'deb'],
  ])
})

test('the other architecture is packed, but never with the keychain binding of this one', async () => {
  test.skip(process.platform !== 'linux', 'the fake program has the shape of the one for Linux')
  test.setTimeout(120_000)
  const other = join(folder, 'release-other')
  await expect(pack(OTHER_ARCH, other)).rejects.toThrow(
    `is for ${OWN_ARCH}, the package for ${OTHER_ARCH}`,
  )
})

test('the architecture of a binding is read from its file', async () => {
  const { binaryArchs, default: checkPacked } = (await import(
    resolve('scripts/check-packed.mjs')
  )) as CheckPacked // plain JavaScript
  const header = (...values: readonly (readonly [number, readonly number[]])[]): Buffer => {
    const bytes = Buffer.alloc(256)
    for (const [at, content] of values) Buffer.from(content).copy(bytes, at)
    return bytes
  }
  expect(binaryArchs(readFileSync(process.execPath).subarray(0, 4_096))).toEqual([process.arch])
  expect(binaryArchs(header([0, [0x7f, 0x45, 0x4c, 0x46]], [18, [0xb7, 0]]))).toEqual(['arm64'])
  expect(binaryArchs(header([0, [0x4d, 0x5a]], [0x3c, [0x80]], [0x84, [0x64, 0xaa]]))).toEqual([
    'arm64',
  ])
  expect(binaryArchs(header([0, [0xcf, 0xfa, 0xed, 0xfe]], [4, [0x0c, 0, 0, 0x01]]))).toEqual([
    'arm64',
  ])
  expect(
    binaryArchs(
      header([0, [0xca, 0xfe, 0xba, 0xbe]], [7, [2]], [8, [1, 0, 0, 7]], [28, [1, 0, 0, 0x0c]]),
    ),
  ).toEqual(['x64', 'arm64'])
  for (const broken of [
    Buffer.alloc(0),
    Buffer.from('MZ'),
    header(),
    header([0, [0x4d, 0x5a]], [0x3c, [0xff, 0xff, 0xff, 0xff]]),
    header([0, [0xca, 0xfe, 0xba, 0xbe]], [4, [0xff, 0xff, 0xff, 0xff]]),
  ])
    expect(binaryArchs(broken)).toEqual([])

  const binding = join(folder, 'hook/app.asar.unpacked/node_modules/keytar/build/Release')
  mkdirSync(binding, { recursive: true })
  writeFileSync(
    join(binding, 'keytar.node'),
    header([0, [0x7f, 0x45, 0x4c, 0x46]], [18, [0x3e, 0]]),
  )
  const context = (arch: number) => ({
    appOutDir: folder,
    arch,
    packager: { getResourcesDir: () => join(folder, 'hook') },
  })
  expect(() => checkPacked(context(1))).not.toThrow()
  expect(() => checkPacked(context(3))).toThrow(/Pack it on a arm64 machine/)
})

test('a wld:// link opens the app: the desktop entry of the deb, and the registry on Windows', async () => {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
    productName: string
    name: string
  } // our own file
  const { LinuxTargetHelper } = require(LINUX_MODULE) as LinuxModule // see CONFIGURATION_MODULE
  const config = configuration()
  const packager = {
    config,
    platformSpecificBuildOptions: config.linux,
    fileAssociations: [],
    executableName: manifest.name,
    appInfo: {
      productName: manifest.productName,
      sanitizedProductName: manifest.productName,
      description: 'x',
    },
    info: { metadata: manifest },
  }
  const entry = await new LinuxTargetHelper(packager).computeDesktopEntry({
    ...config.linux,
    ...config.deb,
  })
  expect(entry).toMatch(/^MimeType=x-scheme-handler\/wld;$/m)
  expect(entry).toMatch(/^Exec=\/opt\/WLD\/wld %U$/m)
  expect(entry).toMatch(/^StartupWMClass=wld$/m)
  const installer = readFileSync('resources/desktop/installer.nsh', 'utf8')
  expect(installer).toMatch(
    /!macro customInstall\n[^!]*"URL Protocol"[^!]*shell\\open\\command[^!]*!macroend/,
  )
  expect(installer).toMatch(/!macro customUnInstall\n[^!]*DeleteRegKey[^!]*!macroend/)
})

test('the icon is large enough for every system', () => {
  const icon = readFileSync('resources/icon.png')
  expect(icon.subarray(1, 4).toString()).toBe('PNG')
  expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([1024, 1024]) // macOS wants 1024, the others 512 and less
})

test('the configuration sets every fuse, including the integrity of the archive', () => {
  // The test packs for Linux, where the fuse of the archive has no effect, so the test checks the configuration.
  expect(configuration().electronFuses).toEqual({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
    resetAdHocDarwinSignature: true,
  })
})

test('the fuses are set', () => {
  test.skip(!existsSync(archive), 'nothing was packed')
  // runAsNode off, cookies encrypted, NODE_OPTIONS off, --inspect off, archive checked, archive only, snapshot off,
  // file: no privileges
  expect(readFuses(join(packed, 'wld')).slice(0, 8)).toBe('01001100')
})
