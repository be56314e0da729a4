import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { diskEncryption } from './disk-encryption.ts'

describe('the disk under a folder', () => {
  let root: string
  let data: string
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'wld-disk-'))
    data = join(root, 'my data')
    await mkdir(data)
    const device = async (name: string, uuid: string | undefined, slaves: readonly string[]) => {
      await mkdir(join(root, 'block', name, 'slaves'), { recursive: true })
      for (const slave of slaves) await mkdir(join(root, 'block', name, 'slaves', slave))
      if (uuid === undefined) return
      await mkdir(join(root, 'block', name, 'dm'))
      await writeFile(join(root, 'block', name, 'dm', 'uuid'), `${uuid}\n`)
    }
    await device('sda1', undefined, [])
    await device('sdb1', undefined, [])
    await device('dm-0', 'CRYPT-LUKS2-0a0b-data', ['sda1'])
    await device('dm-1', 'LVM-0a0b', ['dm-0'])
    await device('md0', undefined, ['dm-0', 'sdb1'])
  })
  afterAll(() => rm(root, { recursive: true }))

  const look = async (lines: readonly string[]) => {
    await writeFile(join(root, 'mounts'), lines.join('\n'))
    return diskEncryption(data, { mounts: join(root, 'mounts'), blocks: join(root, 'block') })
  }
  const at = (device: string, point = root): string =>
    `${device} ${point.replaceAll(' ', '\\040')} ext4 rw 0 0`

  test.each([
    ['a partition', '/dev/sda1', 'plain'],
    ['an encrypted device', '/dev/dm-0', 'encrypted'],
    ['a volume on an encrypted device', '/dev/dm-1', 'encrypted'],
    ['two disks, of which one is encrypted', '/dev/md0', 'plain'],
    ['memory', 'tmpfs', 'unknown'],
    ['a share of another machine', 'nas:/data', 'unknown'],
    ['a device that Linux does not show', '/dev/vdz9', 'unknown'],
  ])('%s', async (_title, device, state) => expect(await look([at(device)])).toBe(state))

  test('the mount that holds the folder counts, and the last at one place', async () => {
    expect(await look([at('/dev/sda1', '/'), at('/dev/dm-0'), at('/dev/sda1', `${root}x`)])).toBe(
      'encrypted',
    )
    expect(await look([at('/dev/dm-0', data), at('/dev/sdb1', data)])).toBe('plain')
  })
  test('a system without these files', async () =>
    expect(await diskEncryption(data, { mounts: join(root, 'none'), blocks: root })).toBe(
      'unknown',
    ))
})
