/**
 * The desktop bridge between main and the renderer: one table from channel to signature. Preload,
 * main and the renderer's platform module are typed by it. No token ever crosses this line: API
 * calls go through `app://wld/api/*`.
 */
import * as z from 'zod'
import { LANGUAGES } from '../../domain/text/languages.ts'
import { machineText } from '../base/text-fields.ts'
import type { InvokeChannel, PushChannel } from './channel-names.ts'
import { DESKTOP_CHANNELS } from './ipc-desktop.ts'

/** How the session is stored: `memory` when the operating system's keychain does not respond. */
const KEYCHAIN_STATES = ['keychain', 'memory'] as const

/** Calls from the renderer to main. `input` is the tuple of arguments. */
export const INVOKE_CHANNELS = {
  'app:info': {
    input: z.tuple([]),
    output: z.object({
      version: z.string(),
      /** Empty until a server was chosen. */
      apiUrl: z.string(),
      kiosk: z.boolean(),
      platform: z.string(),
    }),
  },
  'session:state': {
    input: z.tuple([]),
    output: z.object({
      signedIn: z.boolean(),
      keptIn: z.enum(KEYCHAIN_STATES),
    }),
  },
  /** Main grants the camera only while this is true. */
  'scanner:set-open': { input: z.tuple([z.boolean()]), output: z.void() },
  'bridge:set-language': { input: z.tuple([z.enum(LANGUAGES)]), output: z.void() },
  /** https only; anything else is refused. */
  'bridge:open-external': { input: z.tuple([machineText(2_048)]), output: z.void() },
  ...DESKTOP_CHANNELS,
} as const satisfies Record<
  InvokeChannel,
  { readonly input: z.ZodTuple; readonly output: z.ZodType }
>

export type InvokeInput<C extends InvokeChannel> = z.output<(typeof INVOKE_CHANNELS)[C]['input']>
export type InvokeOutput<C extends InvokeChannel> = z.output<(typeof INVOKE_CHANNELS)[C]['output']>

export type { InvokeChannel, PushChannel }

/** What preload exposes as `window.wld`. */
export interface Bridge {
  invoke<C extends InvokeChannel>(channel: C, ...input: InvokeInput<C>): Promise<InvokeOutput<C>>
  /** Returns a function that removes the listener. */
  on(channel: PushChannel, listener: () => void): () => void
}
