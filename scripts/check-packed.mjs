// Called by electron-builder after packing. A keychain binding must be there, and each must be of the architecture that is
// packed: an app with a wrong one starts without an error, but stores no session.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const MODULES = 'app.asar.unpacked/node_modules'
/** electron-builder's numbers. */
const ARCH_NAMES = { 1: 'x64', 3: 'arm64' }

export default function checkPacked({ appOutDir, arch, packager }) {
  const wanted = ARCH_NAMES[arch]
  if (wanted === undefined) throw new Error(`Architecture ${arch} is not one that is handed out`)
  const folder = join(packager.getResourcesDir(appOutDir), MODULES)
  const bindings = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
        path.endsWith('.node'),
      )
    : []
  if (bindings.length === 0) {
    const message =
      'No keychain binding (keytar, @napi-rs/keyring) is in the package: sessions would end with the app.'
    if (process.env['REQUIRE_KEYCHAIN'] === '1')
      throw new Error(`${message} Run npm ci with its optional packages.`)
    process.stderr.write(`Warning: ${message}\n`)
    return
  }
  for (const path of bindings) {
    const found = binaryArchs(readFileSync(join(folder, path)))
    if (!found.includes(wanted))
      throw new Error(
        `The keychain binding ${path} is for ${found.join(', ') || 'an unknown machine'}, the package for ${wanted}. Pack it on a ${wanted} machine.`,
      )
  }
}

/** Architectures of a program or library: ELF, PE or Mach-O. */
export function binaryArchs(bytes) {
  if (bytes.length < 64) return []
  if (bytes.readUInt32BE(0) === 0x7f454c46)
    return known({ 0x3e: 'x64', 0xb7: 'arm64' }, bytes.readUInt16LE(18))
  if (bytes.readUInt16BE(0) === 0x4d5a) {
    const header = bytes.readUInt32LE(0x3c)
    return header + 6 <= bytes.length
      ? known({ 0x8664: 'x64', 0xaa64: 'arm64' }, bytes.readUInt16LE(header + 4))
      : []
  }
  const machine = { 0x01000007: 'x64', 0x0100000c: 'arm64' }
  if (bytes.readUInt32LE(0) === 0xfeedfacf) return known(machine, bytes.readUInt32LE(4))
  if (bytes.readUInt32BE(0) !== 0xcafebabe) return []
  const count = Math.min(bytes.readUInt32BE(4), 8)
  return Array.from({ length: count }, (_, index) => 8 + index * 20)
    .filter((at) => at + 4 <= bytes.length)
    .flatMap((at) => known(machine, bytes.readUInt32BE(at)))
}

const known = (names, number) => (names[number] === undefined ? [] : [names[number]])
