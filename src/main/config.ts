/**
 * The environment and the arguments of the desktop app, parsed once. Every fault names the variable
 * and the expected value.
 */
import * as z from 'zod'
import { isServerOrigin, SERVER_ORIGIN_WANTED } from './base/server-origin.ts'
import { managedSettingsFile } from './settings/managed-settings.ts'

const Environment = z.object({
  API_URL: z
    .string()
    .refine(isServerOrigin, SERVER_ORIGIN_WANTED)
    .transform((text) => new URL(text).origin)
    .optional(),
  KEYCHAIN_SERVICE: z
    .string()
    .regex(/^[\w .-]{1,64}$/, 'must be 1 to 64 letters, digits, blanks, dots or hyphens')
    .optional(),
  WLD_KIOSK: z.enum(['0', '1'], 'must be 1 for the kiosk, or 0').optional(),
  WLD_MANAGED_SETTINGS: z.string().optional(),
  ELECTRON_RENDERER_URL: z.url('must be an http address').optional(),
})

export interface Config {
  /**
   * Origin of the API, without a slash at the end. null: it is in the settings, or not known yet.
   */
  readonly apiUrl: string | null
  /** Name under which the operating system's keychain files our entry. */
  readonly keychainService: string
  /** The set-up of the kiosk is offered at once. */
  readonly kiosk: boolean
  /** Path of the settings that the association decides; the file need not be there. */
  readonly managedFile: string
  /** The development server of electron-vite; absent: the interface is the built one. */
  readonly rendererUrl?: string
}
export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly faults: readonly string[] }

export interface Installation {
  readonly name: string
  readonly isPackaged: boolean
  readonly platform?: NodeJS.Platform
  /** Of the process; only `--kiosk` is read, and only as a whole. */
  readonly argv?: readonly string[]
}

export function parseConfig(
  env: Readonly<Record<string, string | undefined>>,
  { name, isPackaged, platform = process.platform, argv = [] }: Installation,
): ConfigResult {
  const parsed = Environment.safeParse(
    Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')),
  )
  if (!parsed.success)
    return {
      ok: false,
      faults: parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`),
    }
  const {
    API_URL = null,
    KEYCHAIN_SERVICE,
    WLD_KIOSK,
    WLD_MANAGED_SETTINGS,
    ELECTRON_RENDERER_URL,
  } = parsed.data
  // Tests and developers use an entry, a file and an interface of their own; an installed app has one of each, which no
  // environment may move.
  const keychainService = isPackaged ? name : (KEYCHAIN_SERVICE ?? name)
  const ownFile = managedSettingsFile(platform, env)
  const managedFile = isPackaged ? ownFile : (WLD_MANAGED_SETTINGS ?? ownFile)
  return {
    ok: true,
    config: {
      apiUrl: API_URL,
      keychainService,
      kiosk: WLD_KIOSK === '1' || argv.includes('--kiosk'),
      managedFile,
      ...(isPackaged || ELECTRON_RENDERER_URL === undefined
        ? {}
        : { rendererUrl: ELECTRON_RENDERER_URL }),
    },
  }
}
