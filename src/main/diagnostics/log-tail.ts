/** The last lines of the log, in the form that may leave the computer. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { type OwnNames, redactStrictly } from '../log/redact.ts'

const Line = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
/** Written by our own code only: an instant, a level, the name of an event. */
const OWN_FIELDS: Readonly<Record<string, RegExp>> = {
  at: /^[\d:.TZ+-]{20,32}$/,
  level: /^(?:info|warn|error)$/,
  event: /^[a-z][a-z0-9.-]{1,60}$/,
}
const FIELD_NAME = /^[a-zA-Z][\w-]{0,40}$/

/** @param text one line as the log file holds it. A line that is not ours is not passed on, whatever it says. */
export function safeLine(text: string, own: OwnNames): string {
  const fields = parseLine(text)
  if (fields === undefined) return '[a line that could not be read]'
  const safe = Object.entries(fields).flatMap(([name, value]) => {
    if (!FIELD_NAME.test(name)) return []
    if (typeof value !== 'string') return [[name, value]]
    const form = OWN_FIELDS[name]
    if (form === undefined) return [[name, redactStrictly(value, own)]]
    return [[name, form.test(value) ? value : '[text]']]
  })
  return JSON.stringify(Object.fromEntries(safe))
}

function parseLine(text: string): z.output<typeof Line> | undefined {
  try {
    return Line.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** The newest lines of the log, oldest of them first; empty where there is no log. */
export function readLogTail(directory: string, count: number, own: OwnNames): string[] {
  const lines: string[] = []
  for (const name of ['main.log', 'main.1.log']) {
    if (lines.length >= count) break
    lines.unshift(...read(join(directory, name)))
  }
  return lines.slice(-count).map((line) => safeLine(line, own))
}

function read(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
  } catch {
    return []
  }
}
