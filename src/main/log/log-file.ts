/** A small rotating log: JSON lines in the user's data folder, redacted, and never a reason to fail. */
import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { redact } from './redact.ts'

type LogLevel = 'info' | 'warn' | 'error'
type LogFields = Readonly<Record<string, string | number | boolean>>
export type Log = (level: LogLevel, event: string, fields?: LogFields) => void

export interface LogFileOptions {
  readonly directory: string
  readonly now: () => Date
  readonly maxBytes?: number
  /** Files kept beside the one that is written. */
  readonly keep?: number
}

const DEFAULT_MAX_BYTES = 1_000_000
const DEFAULT_KEEP = 3

export function openLogFile({
  directory,
  now,
  maxBytes = DEFAULT_MAX_BYTES,
  keep = DEFAULT_KEEP,
}: LogFileOptions): Log {
  const file = (age: number): string => join(directory, age === 0 ? 'main.log' : `main.${age}.log`)

  const rotate = (): void => {
    rmSync(file(keep), { force: true })
    for (let age = keep - 1; age >= 0; age--)
      if (sizeOf(file(age)) > 0) renameSync(file(age), file(age + 1))
  }

  return (level, event, fields = {}) => {
    const safe = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === 'string' ? redact(value) : value,
      ]),
    )
    const line = `${JSON.stringify({ at: now().toISOString(), level, event, ...safe })}\n`
    try {
      mkdirSync(directory, { recursive: true })
      if (sizeOf(file(0)) + line.length > maxBytes) rotate()
      // Lines are rare, and the last one before a crash is the one that matters: written at once.
      appendFileSync(file(0), line, { mode: 0o600 })
    } catch {
      // A full disk must not stop the app, and there is no other place to report it.
    }
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** An error as text: its message and the messages of its causes. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined
    ? `${error.name}: ${error.message}`
    : `${error.name}: ${error.message} (${describeError(error.cause)})`
}
