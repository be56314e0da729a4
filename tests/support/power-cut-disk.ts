/**
 * A disk that promises only what POSIX does. A file keeps what was written before its last sync; a name is kept when its
 * folder was synced after it was made. Of everything else, a power cut keeps nothing, everything, or any part: writes in
 * any order, cut at sectors of 512 bytes. No file system is as bad as this, and each is in some respect.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, basename, join } from 'node:path'
import type { DiskEvent } from './disk-trace.ts'

const SECTOR = 512

type Change = { readonly at: number; readonly bytes: Buffer } | { readonly size: number }
type NameChange = readonly (readonly [name: string, node: Node | undefined])[]

interface FileNode {
  readonly kind: 'file'
  durable: Buffer
  pending: Change[]
}
interface FolderNode {
  readonly kind: 'folder'
  durable: Map<string, Node>
  /** As the process sees it. */
  readonly now: Map<string, Node>
  pending: NameChange[]
}
type Node = FileNode | FolderNode

function changed(bytes: Buffer, change: Change): Buffer {
  if ('size' in change)
    return change.size <= bytes.length
      ? Buffer.from(bytes.subarray(0, change.size))
      : Buffer.concat([bytes, Buffer.alloc(change.size - bytes.length)])
  const end = change.at + change.bytes.length
  const result =
    end > bytes.length
      ? Buffer.concat([bytes, Buffer.alloc(end - bytes.length)])
      : Buffer.from(bytes)
  change.bytes.copy(result, change.at)
  return result
}

const newFolder = (): FolderNode => ({
  kind: 'folder',
  durable: new Map(),
  now: new Map(),
  pending: [],
})

/** `none`: the least that a disk may keep. A function from 0 to 1 decides on each change. */
export type Luck = 'none' | 'all' | (() => number)

export class PowerCutDisk {
  readonly #root: string
  readonly #top = newFolder()
  readonly #files = new Map<number, FileNode>()

  /** @param root path of the folder, which the disk has already */
  constructor(root: string) {
    this.#root = root
  }
  #folder(path: string): FolderNode {
    if (path === this.#root) return this.#top
    const node = this.#folder(dirname(path)).now.get(basename(path))
    if (node?.kind !== 'folder') throw new Error(`${path} is not a folder`)
    return node
  }
  #name(path: string, node: Node | undefined): void {
    const folder = this.#folder(dirname(path))
    folder.pending.push([[basename(path), node]])
    if (node === undefined) folder.now.delete(basename(path))
    else folder.now.set(basename(path), node)
  }
  #file(number: number): FileNode {
    const file = this.#files.get(number)
    if (file === undefined) throw new Error('a file that was never made')
    return file
  }
  apply(event: DiskEvent): void {
    if (event.kind === 'write') this.#file(event.file).pending.push(event)
    else if (event.kind === 'truncate') this.#file(event.file).pending.push(event)
    else if (event.kind === 'sync') {
      const file = this.#file(event.file)
      file.durable = file.pending.reduce(changed, file.durable)
      file.pending = []
    } else if (event.kind === 'create') {
      const file: FileNode = { kind: 'file', durable: Buffer.alloc(0), pending: [] }
      this.#files.set(event.file, file)
      this.#name(event.path, file)
    } else if (event.kind === 'folder') {
      if (event.path !== this.#root) this.#name(event.path, newFolder())
    } else if (event.kind === 'remove') this.#name(event.path, undefined)
    else if (event.kind === 'rename') this.#rename(event.from, event.to)
    else if (event.kind === 'sync-folder') {
      const folder = this.#folder(event.path)
      folder.durable = new Map(folder.now)
      folder.pending = []
    }
  }
  /** Within a folder at once; between two, either end may be lost without the other. */
  #rename(from: string, to: string): void {
    const node = this.#folder(dirname(from)).now.get(basename(from))
    this.#name(to, node)
    this.#name(from, undefined)
    if (dirname(from) !== dirname(to)) return
    const { pending } = this.#folder(dirname(to))
    const both = pending.splice(-2).flat()
    pending.push(both)
  }
  /** Writes what is left after a cut into `target`, a new folder. */
  materialise(target: string, luck: Luck): void {
    const isKept = (): boolean => (typeof luck === 'string' ? luck === 'all' : luck() < 0.5)
    const write = (folder: FolderNode, path: string): void => {
      mkdirSync(path, { recursive: true, mode: 0o700 })
      const names = new Map(folder.durable)
      for (const change of folder.pending.filter(isKept))
        for (const [name, node] of change)
          if (node === undefined) names.delete(name)
          else names.set(name, node)
      for (const [name, node] of names)
        if (node.kind === 'folder') write(node, join(path, name))
        else writeFileSync(join(path, name), leftOf(node, luck, isKept), { mode: 0o600 })
    }
    write(this.#top, target)
  }
}

function leftOf(file: FileNode, luck: Luck, isKept: () => boolean): Buffer {
  if (luck === 'none') return file.durable
  let bytes = file.durable
  for (const change of file.pending) {
    if (!isKept()) continue
    const isTorn = typeof luck === 'function' && 'bytes' in change && isKept()
    if (!isTorn) bytes = changed(bytes, change)
    else
      for (let from = 0; from < change.bytes.length; from += SECTOR)
        if (isKept())
          bytes = changed(bytes, {
            at: change.at + from,
            bytes: change.bytes.subarray(from, from + SECTOR),
          })
  }
  return bytes
}
