/**
 * Whether the disk under a folder is encrypted, as far as Linux says it: the device of the folder, or one that it is made
 * of (LVM, RAID), is one of dm-crypt. A disk that encrypts by itself, or one of a provider, cannot be seen from here.
 */
import { readdir, readFile, realpath } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'

export type DiskEncryption = 'encrypted' | 'plain' | 'unknown'

/** The device on which the folder lies: that of the longest mount point that holds it. */
function deviceOf(path: string, mounts: string): string | undefined {
  const unescaped = (text: string): string =>
    text.replaceAll(/\\(\d{3})/g, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 8)),
    )
  let found: { readonly point: string; readonly device: string } | undefined
  for (const line of mounts.split('\n')) {
    const [device = '', point = ''] = line.split(' ').map(unescaped)
    const holds = point === '/' || path === point || path.startsWith(point + sep)
    // A later mount hides an earlier one at the same place.
    if (point !== '' && holds && point.length >= (found?.point.length ?? 0))
      found = { point, device }
  }
  return found?.device
}

async function isEncrypted(name: string, blocks: string): Promise<boolean> {
  const uuid = await readFile(join(blocks, name, 'dm', 'uuid'), 'utf8').catch(() => '')
  if (uuid.startsWith('CRYPT-')) return true
  const below = await readdir(join(blocks, name, 'slaves')).catch((): string[] => [])
  const each = await Promise.all(below.map((slave) => isEncrypted(slave, blocks)))
  return each.length > 0 && each.every(Boolean)
}

/**
 * @param path an existing folder
 * @param system where Linux tells of mounts and devices; a test gives its own
 */
export async function diskEncryption(
  path: string,
  system = { mounts: '/proc/self/mounts', blocks: '/sys/class/block' },
): Promise<DiskEncryption> {
  const mounts = await readFile(system.mounts, 'utf8').catch(() => undefined)
  if (mounts === undefined) return 'unknown'
  const device = deviceOf(await realpath(path), mounts)
  if (device === undefined || !device.startsWith('/dev/')) return 'unknown' // memory, a network, ZFS
  // /dev/mapper/data is a link to /dev/dm-0.
  const name = basename(await realpath(device).catch(() => device))
  const known = await readdir(system.blocks).catch((): string[] => [])
  if (!known.includes(name)) return 'unknown'
  return (await isEncrypted(name, system.blocks)) ? 'encrypted' : 'plain'
}
