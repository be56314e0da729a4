/** `settings.json`: the settings of the user on this computer. No secret and no name. */
import * as z from 'zod'
import { KioskScreen } from '#shared/contract/desktop/ipc-desktop.ts'
import { LANGUAGES } from '#shared/domain/text/languages.ts'
import { isServerOrigin, SERVER_ORIGIN_WANTED } from '../base/server-origin.ts'

export const SETTINGS_VERSION = 1
export const ZOOM_MIN = 0.5
export const ZOOM_MAX = 3

const Origin = z
  .string()
  .refine(isServerOrigin, SERVER_ORIGIN_WANTED)
  .transform((text) => new URL(text).origin)

const FIELDS = {
  serverUrl: Origin.nullable(),
  language: z.enum(LANGUAGES).nullable(),
  zoom: z.number().min(ZOOM_MIN).max(ZOOM_MAX),
  kioskScreen: KioskScreen,
  startAtLogin: z.boolean(),
  checkForUpdates: z.boolean(),
  printer: z.string().max(200).nullable(),
}
const StoredSettings = z.object(FIELDS)
export type StoredSettings = z.output<typeof StoredSettings>

export const DEFAULT_SETTINGS: StoredSettings = {
  serverUrl: null,
  language: null,
  zoom: 1,
  kioskScreen: { sound: true, highContrast: false, hand: 'right' },
  startAtLogin: false,
  checkForUpdates: true,
  printer: null,
}

type Json = Readonly<Record<string, unknown>>
/** Step n brings version n to n + 1. Version 0 is a file that was written by hand, without a version. */
const MIGRATIONS: readonly ((older: Json) => Json)[] = [(older) => older]

export type ReadSettings =
  | { readonly kind: 'read'; readonly settings: StoredSettings }
  /**
   * The readable fields apply: an address is not lost because of a wrong zoom. `fields` is empty
   * where none is readable.
   */
  | {
      readonly kind: 'damaged'
      readonly settings: StoredSettings
      readonly fields: readonly string[]
    }
  /** Written by a later version of the app, so it is not interpreted. */
  | { readonly kind: 'newer'; readonly version: number }

export function readSettings(text: string): ReadSettings {
  const content = parseObject(text)
  if (content === undefined) return { kind: 'damaged', settings: DEFAULT_SETTINGS, fields: [] }
  const version = Object.hasOwn(content, 'version') ? content['version'] : 0
  if (!isVersion(version))
    return { kind: 'damaged', settings: DEFAULT_SETTINGS, fields: ['version'] }
  if (version > SETTINGS_VERSION) return { kind: 'newer', version }
  const given: Record<string, unknown> = {
    ...DEFAULT_SETTINGS,
    ...MIGRATIONS.slice(version).reduce((older, migrate) => migrate(older), content),
  }
  const fields: string[] = []
  for (const [name, shape] of Object.entries(FIELDS))
    if (!shape.safeParse(given[name]).success) {
      fields.push(name)
      given[name] = DEFAULT_SETTINGS[name as keyof StoredSettings] // a key of FIELDS
    }
  const settings = StoredSettings.parse(given)
  return fields.length === 0 ? { kind: 'read', settings } : { kind: 'damaged', settings, fields }
}

export const writeSettings = (settings: StoredSettings): string =>
  `${JSON.stringify({ version: SETTINGS_VERSION, ...settings }, null, 2)}\n`

const isVersion = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

/** Files written by hand on Windows begin with a byte order mark. */
export function parseObject(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Json)
      : undefined // an object, checked
  } catch {
    return undefined
  }
}
