/**
 * What a process does to the files of a folder, as `strace` saw it: also what SQLite writes, which no hook of Node.js
 * sees. A call that is not understood ends the test, because a model that leaves something out proves nothing.
 */
import { spawnSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** Paths are as the process gave them; `file` is a number for each file ever opened. */
export type DiskEvent =
  | { readonly kind: 'write'; readonly file: number; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly file: number; readonly size: number }
  | { readonly kind: 'sync'; readonly file: number }
  | { readonly kind: 'create'; readonly path: string; readonly file: number }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'sync-folder'; readonly path: string }
  /** The process begins to send a reply over HTTP. */
  | { readonly kind: 'reply' }

const WRITES = ['write', 'writev', 'pwrite64', 'pwritev', 'pwritev2']
const NAMES = ['rename', 'renameat', 'renameat2', 'unlink', 'unlinkat', 'mkdir', 'mkdirat', 'rmdir']
const OPENS = ['open', 'openat', 'openat2', 'creat']
const REFUSED = [
  'fallocate',
  'truncate',
  'link',
  'linkat',
  'symlink',
  'symlinkat',
  'sync_file_range',
  'copy_file_range',
  'sendfile',
  'dup',
  'dup2',
  'dup3',
]
const TRACED = [
  ...WRITES,
  ...NAMES,
  ...OPENS,
  ...REFUSED,
  'close',
  'ftruncate',
  'fsync',
  'fdatasync',
  'lseek',
  'io_uring_setup',
]

/** The words before a command that is to be traced. libuv writes nothing through io_uring without being asked to. */
export const traced = (output: string): readonly string[] => [
  'strace',
  '-f',
  '--seccomp-bpf',
  '-qq',
  '-y',
  '-xx',
  '-s',
  '100000000',
  '-o',
  output,
  '-e',
  'signal=none',
  '-e',
  `trace=${TRACED.join(',')}`,
  '-E',
  'UV_USE_IO_URING=0',
]

/** False where strace is missing, or a process may not watch another. */
export const canTrace =
  process.platform === 'linux' &&
  spawnSync('strace', ['-f', '--seccomp-bpf', '-E', 'A=1', '-o', '/dev/null', 'true']).status === 0

const text = (hex: string): string => bytesOf(hex).toString()
const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll(String.raw`\x`, ''), 'hex')
const strings = (args: string): string[] =>
  [...args.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = '']) => hex)
const HTTP = String.raw`\x48\x54\x54\x50\x2f\x31\x2e`

interface Call {
  readonly name: string
  readonly args: string
  readonly result: number
}
const CALL = /^(\w+)\(([\s\S]*)\)\s+= (-?\d+|\?)(?:<[^>]*>(?:\(deleted\))?)?(?: [A-Z]\w+ \(.*\))?$/

function parsed(line: string): Call {
  const [, name, args, result] = CALL.exec(line) ?? []
  if (name === undefined || args === undefined)
    throw new Error(`strace wrote a line that is not understood: ${line.slice(0, 300)}`)
  return { name, args, result: Number(result) }
}

interface OpenFile {
  readonly file: number
  at: number
  readonly appends: boolean
}

class Reader {
  readonly events: DiskEvent[] = []
  readonly #root: string
  readonly #open = new Map<number, OpenFile>()
  /** Files by their present path. Folders are not in it. */
  readonly #files: Map<string, number>
  readonly #sizes = new Map<number, number>()

  constructor(root: string, files: ReadonlyMap<string, number>) {
    this.#root = root
    this.#files = new Map(files)
  }
  #isInside = (path: string): boolean => path === this.#root || path.startsWith(`${this.#root}/`)

  /** Of calls whose effect counts from their beginning: the number of a closed file is free at once. */
  begin(name: string, args: string): void {
    if (name === 'close') this.#open.delete(Number.parseInt(args, 10))
    if (WRITES.includes(name) && args.slice(0, 300).includes(`"${HTTP}`))
      this.events.push({ kind: 'reply' })
  }
  end(call: Call): void {
    const { name, args, result } = call
    if (name === 'io_uring_setup' && args.includes('IORING_SETUP_SQPOLL'))
      throw new Error('io_uring is in use')
    if (Number.isNaN(result) || result < 0) return
    if (OPENS.includes(name)) this.#opened(name, args, result)
    else if (NAMES.includes(name)) this.#named(name, args)
    else this.#onDescriptor(call)
  }
  #opened(name: string, args: string, descriptor: number): void {
    this.#open.delete(descriptor)
    const path = text(strings(args)[0] ?? '')
    if (!this.#isInside(path)) return
    if (name !== 'openat' && name !== 'open') throw new Error(`${name} is not in the model`)
    if (args.includes('O_DIRECTORY') || (!this.#files.has(path) && !args.includes('O_CREAT')))
      return
    let file = this.#files.get(path)
    if (file === undefined) {
      file = this.#sizes.size + this.#files.size + 1_000_000 + this.events.length
      this.#files.set(path, file)
      this.events.push({ kind: 'create', path, file })
    } else if (args.includes('O_TRUNC')) this.events.push({ kind: 'truncate', file, size: 0 })
    if (args.includes('O_TRUNC')) this.#sizes.set(file, 0)
    this.#open.set(descriptor, { file, at: 0, appends: args.includes('O_APPEND') })
  }
  #named(name: string, args: string): void {
    const [from = '', to = ''] = strings(args).map(text)
    if (![from, to].some(this.#isInside)) {
      if (!from.startsWith('/') && from !== '') throw new Error(`${name} of a relative path`)
      return
    }
    if (name.startsWith('mkdir')) return void this.events.push({ kind: 'folder', path: from })
    const file = this.#files.get(from)
    this.#files.delete(from)
    if (!name.startsWith('rename')) return void this.events.push({ kind: 'remove', path: from })
    if (file === undefined) throw new Error(`${from} was renamed and never made`)
    this.#files.set(to, file)
    this.events.push({ kind: 'rename', from, to })
  }
  #onDescriptor({ name, args, result }: Call): void {
    const descriptor = Number.parseInt(args, 10)
    const path = text(/^\d+<([^>]*)>/.exec(args.slice(0, 20_000))?.[1] ?? '')
    if (!this.#isInside(path) || name === 'close') return
    const opened = this.#open.get(descriptor)
    if (name === 'fsync' || name === 'fdatasync')
      return void this.events.push(
        opened === undefined ? { kind: 'sync-folder', path } : { kind: 'sync', file: opened.file },
      )
    if (opened === undefined || REFUSED.includes(name))
      throw new Error(`${name} of ${path} is not in the model`)
    const { file } = opened
    if (name === 'lseek') opened.at = result
    else if (name === 'ftruncate') {
      const size = Number(/(\d+)$/.exec(args)?.[1])
      this.events.push({ kind: 'truncate', file, size })
      this.#sizes.set(file, size)
    } else this.#wrote(opened, { name, args, result })
  }
  #wrote(opened: OpenFile, { name, args, result }: Call): void {
    const { file } = opened
    const size = this.#sizes.get(file) ?? 0
    const isPlaced = name.startsWith('pwrite')
    const placed = (name === 'pwritev2' ? /(\d+), \w+$/ : /(\d+)$/).exec(args.slice(-40))?.[1]
    const at = isPlaced ? Number(placed) : opened.appends ? size : opened.at
    const bytes = Buffer.concat(strings(args).map(bytesOf)).subarray(0, result)
    if (bytes.length !== result) throw new Error(`strace kept ${bytes.length} of ${result} bytes`)
    if (!isPlaced) opened.at = at + result
    this.#sizes.set(file, Math.max(size, at + result))
    this.events.push({ kind: 'write', file, at, bytes })
  }
}

/** @param files those that were there before, by path */
export async function readTrace(
  output: string,
  root: string,
  files: ReadonlyMap<string, number> = new Map(),
): Promise<readonly DiskEvent[]> {
  const reader = new Reader(root, files)
  const begun = new Map<string, string>()
  for await (const line of createInterface({ input: createReadStream(output) })) {
    const [, thread = '', rest = ''] = /^(\d+) +([\s\S]*)$/.exec(line) ?? []
    if (rest.startsWith('+++') || rest.startsWith('---')) continue
    const resumed = /^<\.\.\. \w+ resumed>/.exec(rest)?.[0]
    if (resumed === undefined) {
      const end = rest.indexOf('(')
      reader.begin(rest.slice(0, end), rest.slice(end + 1))
    }
    if (rest.endsWith(' <unfinished ...>')) begun.set(thread, rest.slice(0, -17))
    else if (resumed === undefined) reader.end(parsed(rest))
    else reader.end(parsed((begun.get(thread) ?? '') + rest.slice(resumed.length)))
  }
  return reader.events
}
