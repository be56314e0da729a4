/**
 * Settings that the association sets on a computer for all its users. Read only; see
 * docs/desktop.md.
 */
import { posix, win32 } from 'node:path'
import * as z from 'zod'
import { LANGUAGES } from '#shared/domain/text/languages.ts'
import { isLocalName, isServerOrigin, SERVER_ORIGIN_WANTED } from '../base/server-origin.ts'
import { parseObject } from './settings-file.ts'

const isFeed = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && isLocalName(hostname))
}

const FIELDS = {
  serverUrl: z
    .string()
    .refine(isServerOrigin)
    .transform((text) => new URL(text).origin),
  language: z.enum(LANGUAGES),
  kiosk: z.boolean(),
  startAtLogin: z.boolean(),
  updateFeed: z.string().max(2_048).refine(isFeed),
  checkForUpdates: z.boolean(),
  statusListMaxAgeH: z
    .number()
    .positive()
    .max(24 * 31),
}
const WANTED: Readonly<Record<ManagedName, string>> = {
  serverUrl: SERVER_ORIGIN_WANTED,
  language: `must be one of ${LANGUAGES.join(', ')}`,
  kiosk: 'must be true or false',
  startAtLogin: 'must be true or false',
  updateFeed: 'must be an https address',
  checkForUpdates: 'must be true or false',
  statusListMaxAgeH: 'must be a number of hours, up to 744',
}
type ManagedName = keyof typeof FIELDS
export type ManagedSettings = { readonly [K in ManagedName]?: z.output<(typeof FIELDS)[K]> }

export interface ReadManaged {
  readonly settings: ManagedSettings
  /** One fault for each invalid field. The content of the file is not repeated. */
  readonly faults: readonly string[]
}

const isManagedName = (name: string): name is ManagedName => Object.hasOwn(FIELDS, name)
/**
 * An unknown name may contain any text: it is shortened, without characters that would break the
 * line.
 */
const quoted = (name: string): string =>
  JSON.stringify(name.length > 40 ? `${name.slice(0, 40)}…` : name)

/**
 * Valid fields apply, invalid ones are reported: a computer at the door must not lose its server
 * because of a misspelt word.
 */
export function readManaged(text: string): ReadManaged {
  const content = parseObject(text)
  if (content === undefined)
    return { settings: {}, faults: ['is not a JSON object: nothing of it applies'] }
  const faults: string[] = []
  const settings: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(content)) {
    if (!isManagedName(name)) {
      faults.push(`${quoted(name)} is not a setting`)
      continue
    }
    const parsed = FIELDS[name].safeParse(value)
    if (parsed.success) settings[name] = parsed.data
    else faults.push(`${name} ${WANTED[name]}`)
  }
  return { settings: settings as ManagedSettings, faults } // each field was parsed by its own shape
}

/** Where the file lies. Only an administrator of the computer can write there. */
export function managedSettingsFile(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): string {
  switch (platform) {
    case 'win32':
      return win32.join(env['ProgramData'] ?? String.raw`C:\ProgramData`, 'WLD', 'managed.json')
    case 'darwin':
      return '/Library/Application Support/WLD/managed.json'
    default:
      return posix.join('/etc', 'wld', 'managed.json')
  }
}
