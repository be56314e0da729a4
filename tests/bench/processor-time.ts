/** Processor time of other processes, from the scheduler of Linux: nanoseconds, where `times` of a process has 10 ms. */
import { readdirSync, readFileSync } from 'node:fs'

/** Undefined for what has ended meanwhile. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Milliseconds of all threads that still run. */
export function processorMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const spent = threads.map((thread) => read(`/proc/${pid}/task/${thread}/schedstat`) ?? '0')
  return spent.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0) / 1_000_000
}

/** The processes of PostgreSQL that serve one database. Its own cleaning is none of them, and ends when it likes. */
export const backendsOf = (database: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) =>
      new RegExp(String.raw`^postgres: (?!autovacuum).*\b${database}\b`).test(
        read(`/proc/${name}/cmdline`) ?? '',
      ),
    )
    .map(Number)
