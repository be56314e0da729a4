/**
 * What the desktop app can do beyond the web site, as channels: settings, kiosk, offline verdicts,
 * the queue of check-ins, printing, diagnostics, updates. Main stores no name of a member; its
 * replies may contain one.
 */
import * as z from 'zod'
import { ALTERNATIVES_MAX } from '../../domain/card/card-readings.ts'
import { READING_MAX_CHARACTERS } from '../../domain/card/card-rules.ts'
import {
  KIOSK_HOURS_MAX,
  KIOSK_LOCK_DEFAULT_MIN,
  KIOSK_LOCK_MINUTES,
  KIOSK_PIN,
} from '../../domain/card/kiosk-rules.ts'
import { VERDICT_REASONS, VERDICTS } from '../../domain/card/verdict.ts'
import { LANGUAGES } from '../../domain/text/languages.ts'
import { MemberStatus, Role } from '../base/schemas.ts'
import { machineText, textOf } from '../base/text-fields.ts'
import { KioskEvent } from '../kiosk.ts'
import { DOORS_CHANNELS } from './doors.ts'
import { PinResult } from './pin-result.ts'

const Instant = z.string()
const Pin = textOf('code').regex(KIOSK_PIN)
const Reading = textOf('scan').max(READING_MAX_CHARACTERS)

/** Why an address is not accepted as a WLD server. The interface has a text for each. */
const SERVER_FAULTS = [
  'address', // cannot be read as an address
  'insecure', // http outside localhost
  'name', // no such host
  'refused', // no program listens there
  'timeout',
  'proxy', // a proxy asks for a sign-in or responds in place of the server
  'certificate-date',
  'certificate-issuer',
  'certificate-name',
  'certificate',
  'redirect',
  'not-ours', // another program responds
  'too-often', // the quota of this check for one minute is used up
] as const
export const ServerCheck = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), origin: z.string() }),
  z.object({
    ok: z.literal(false),
    fault: z.enum(SERVER_FAULTS),
    detail: z.string().describe('For the operator: host and cause; no secret'),
  }),
])
export type ServerCheck = z.output<typeof ServerCheck>

export const KioskScreen = z.object({
  sound: z.boolean(),
  highContrast: z.boolean(),
  /** Position of the window buttons. */
  hand: z.enum(['left', 'right']),
})
export type KioskScreen = z.output<typeof KioskScreen>

export const DesktopSettings = z.object({
  serverUrl: z.string().nullable(),
  /** Source of the address; the interface can change it only where it is `settings`. */
  serverFrom: z.enum(['managed', 'environment', 'settings', 'none']),
  language: z.enum(LANGUAGES).nullable(),
  /** 1 is 100 %. */
  zoom: z.number(),
  kioskScreen: KioskScreen,
  /** The app opens when its user signs in to the computer. */
  startAtLogin: z.boolean(),
  checkForUpdates: z.boolean(),
  updateFeed: z.string().nullable(),
  printer: z.string().nullable(),
  /** Hours after which a status list no longer gives a verdict. */
  statusListMaxAgeH: z.number(),
  /** Names of the settings that the managed file of the association fixes. */
  managed: z.array(z.string()),
  /** Set when a file exists and could not be read: the error in short, for the person who looks after the computer. */
  fault: z.string().nullable(),
  /** Whose file that is; the interface has a text for each. */
  faultIn: z.array(z.enum(['association', 'computer'])),
})
export type DesktopSettings = z.output<typeof DesktopSettings>

export const SettingsChange = z.strictObject({
  language: z.enum(LANGUAGES).optional(),
  zoom: z.number().min(0.5).max(3).optional(),
  kioskScreen: KioskScreen.partial().optional(),
  startAtLogin: z.boolean().optional(),
  checkForUpdates: z.boolean().optional(),
  printer: machineText(200).nullable().optional(),
})
export type SettingsChange = z.output<typeof SettingsChange>

export const OfflineState = z.object({
  /** null: no list yet. */
  listIssuedAt: Instant.nullable(),
  listAgeS: z.number().nullable(),
  maxAgeS: z.number(),
  cards: z.int().nullable(),
  hasKeys: z.boolean(),
  tooOld: z.boolean(),
  lastTryAt: Instant.nullable(),
  /** The computer's clock minus the server's, in seconds; null: never compared. */
  clockOffS: z.number().nullable(),
  clockWrong: z.boolean(),
})
export type OfflineState = z.output<typeof OfflineState>

/** At an assembly: the voting cards for who came in with this check-in. */
export const CheckInVoices = z.object({
  checkInId: z.string(),
  count: z.int(),
  /** The own voice was given to somebody who is in. */
  handedOut: z.boolean(),
})
export type CheckInVoices = z.output<typeof CheckInVoices>

export const QueueState = z.object({
  waiting: z.int(),
  sent: z.int(),
  /** Second check-ins that only the server could see: the same card at another gate before. */
  conflicts: z.int(),
  /** Not recorded by the server: no member, not active, or an entry that it does not take. */
  refused: z.int(),
  /** `memory`: no keychain, so the queue cannot be read after a restart. */
  keptIn: z.enum(['keychain', 'memory']),
  lastSentAt: Instant.nullable(),
  /** Of the last check-ins that the server took, oldest first; never of one that it has not taken. */
  voices: z.array(CheckInVoices),
  /**
   * `event-gone`: the server does not know the event; the waiting check-ins stay and can be
   * exported.
   */
  problem: z.enum([
    'none',
    'offline',
    'not-signed-in',
    'revoked',
    'event-gone',
    'server',
    'disk-full',
    'disk',
    'damaged',
  ]),
})
export type QueueState = z.output<typeof QueueState>

export const QueuedCheckIn = z.object({
  id: z.string(),
  sequence: z.int(),
  eventId: z.string(),
  cardId: z.string(),
  gate: z.string(),
  at: Instant,
  /** `refused`: the server rejects this entry and accepts others. */
  state: z.enum(['waiting', 'recorded', 'known', 'second', 'unknown-member', 'refused']),
  first: z.object({ at: Instant, gate: z.string() }).nullable(),
})
export type QueuedCheckIn = z.output<typeof QueuedCheckIn>

export const KioskState = z.object({
  mode: z.enum(['off', 'scanning', 'locked']),
  /**
   * Main keeps the window in kiosk mode; in an app that was started with `--kiosk` the set-up is
   * offered at once.
   */
  wanted: z.boolean(),
  deviceId: z.string().nullable(),
  deviceName: z.string().nullable(),
  event: KioskEvent.nullable(),
  expiresAt: Instant.nullable(),
  token: z.enum(['none', 'good', 'expired', 'revoked']),
  connection: z.enum(['unknown', 'online', 'offline']),
  /** Since the kiosk began, on this device. */
  counts: z.object({ scans: z.int(), admitted: z.int(), again: z.int(), refused: z.int() }),
  /** Check-ins at all gates, from the last reply of the server; null offline. */
  checkedIn: z.int().nullable(),
  capacity: z.int().nullable(),
})
export type KioskState = z.output<typeof KioskState>

const KIOSK_FAULTS = [
  'not-signed-in',
  'offline',
  'no-such-event',
  'event-over',
  'refused',
  'too-many',
  'keychain',
] as const
export const KioskBegin = z.strictObject({
  eventId: machineText(64),
  deviceName: textOf('line').min(1).max(40),
  hours: z.int().min(1).max(KIOSK_HOURS_MAX),
  pin: Pin,
  lockAfterMin: z.literal(KIOSK_LOCK_MINUTES).default(KIOSK_LOCK_DEFAULT_MIN),
})
export const KioskBegun = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), fault: z.enum(KIOSK_FAULTS) }),
])

/** What the system of this computer allows a kiosk, for the set-up. */
export const KioskSystem = z.object({
  /** What the system says of the camera; `unknown` where it has no such rule. */
  camera: z.enum(['granted', 'denied', 'restricted', 'not-determined', 'unknown']),
  windowing: z.enum(['windows', 'macos', 'x11', 'wayland']),
  displays: z.int(),
})
export type KioskSystem = z.output<typeof KioskSystem>

/** `alternatives`: other readings of the same keys, from a scanner that types on an unknown keyboard layout. */
export const ScanInput = z.union([
  z.strictObject({
    payload: Reading,
    alternatives: z.array(Reading).max(ALTERNATIVES_MAX).optional(),
  }),
  z.strictObject({ cardId: textOf('card-number').max(24) }),
])
export const ScanResult = z.object({
  verdict: z.enum(VERDICTS),
  reason: z.enum(VERDICT_REASONS),
  source: z.enum(['online', 'offline']),
  cardId: z.string().nullable(),
  /**
   * The name from the member list; offline the name on the card, after its signature was verified.
   */
  name: z.string().nullable(),
  dob: z.string().nullable(),
  role: Role.nullable(),
  status: MemberStatus.nullable(),
  photoUrl: z.string().nullable(),
  memberSince: Instant.nullable(),
  expiresAt: Instant.nullable(),
  listAgeS: z.number().nullable(),
  checkIn: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('none') }), // not VALID, or no event
    z.object({ kind: z.literal('recorded'), id: z.string(), at: Instant }),
    /** Already checked in; nothing was recorded. */
    z.object({ kind: z.literal('before'), at: Instant, gate: z.string(), here: z.boolean() }),
    z.object({ kind: z.literal('not-saved'), fault: z.enum(['disk-full', 'disk', 'token']) }),
  ]),
  checkedAt: Instant,
})
export type ScanResult = z.output<typeof ScanResult>

export const UpdateState = z.object({
  state: z.enum(['off', 'unknown', 'current', 'available', 'failed']),
  version: z.string().nullable(),
  notes: z.object({ en: z.string(), ar: z.string(), fr: z.string() }).nullable(),
  url: z.string().nullable(),
  /** SHA-256 of the file at `url`, in hexadecimal, so that the user can compare it. */
  sha256: z.string().nullable(),
  /** The server no longer serves the version that runs. */
  required: z.boolean(),
  checkedAt: Instant.nullable(),
  fault: z.enum(['none', 'offline', 'signature', 'format']),
})
export type UpdateState = z.output<typeof UpdateState>

const none = z.tuple([])
export const DESKTOP_CHANNELS = {
  'settings:get': { input: none, output: DesktopSettings },
  'settings:change': { input: z.tuple([SettingsChange]), output: DesktopSettings },
  'server:check': { input: z.tuple([textOf('line').max(2_048)]), output: ServerCheck },
  /** Checks the address again, signs out, stores the address and reloads the interface. */
  'server:choose': { input: z.tuple([textOf('line').max(2_048)]), output: ServerCheck },

  'offline:state': { input: none, output: OfflineState },
  'offline:refresh': { input: none, output: OfflineState },

  'kiosk:state': { input: none, output: KioskState },
  'kiosk:system': { input: none, output: KioskSystem },
  'kiosk:begin': { input: z.tuple([KioskBegin]), output: KioskBegun },
  'kiosk:lock': { input: none, output: z.void() },
  'kiosk:unlock': { input: z.tuple([textOf('code').max(24)]), output: PinResult },
  'kiosk:end': { input: z.tuple([textOf('code').max(24)]), output: PinResult },
  /** Any touch, key or scan: puts off the lock. */
  'kiosk:touched': { input: none, output: z.void() },
  /** In the kiosk: verdict, and a check-in when it is VALID. */
  'kiosk:scan': { input: z.tuple([ScanInput]), output: ScanResult },
  /** For signed-in staff when the server does not respond: a verdict without a check-in. */
  'card:judge-offline': { input: z.tuple([ScanInput]), output: ScanResult },

  ...DOORS_CHANNELS,

  'queue:state': { input: none, output: QueueState },
  /** Newest first, in pages of 50. */
  'queue:items': {
    input: z.tuple([
      z.strictObject({
        page: z.int().min(1).max(100_000),
        only: z.enum(['all', 'waiting', 'conflicts', 'refused']),
      }),
    ]),
    output: z.object({ items: z.array(QueuedCheckIn), total: z.int() }),
  },
  'queue:send': { input: none, output: QueueState },
  /** Opens a save dialog; returns `cancelled` when the user closed it. */
  'queue:export': { input: none, output: z.enum(['saved', 'cancelled', 'failed']) },

  'printers:list': {
    input: none,
    output: z.array(z.object({ name: z.string(), label: z.string() })),
  },
  /**
   * Prints the open page at CR80 (85.6 × 54 mm, two sides). null: the system's print dialog asks
   * for the printer.
   */
  'card:print': {
    input: z.tuple([machineText(200).nullable()]),
    output: z.enum(['printed', 'cancelled', 'failed']),
  },

  'diagnostics:read': { input: none, output: z.string() },
  'diagnostics:copy': { input: none, output: z.void() },
  'updates:state': { input: none, output: UpdateState },
  'updates:check': { input: none, output: UpdateState },
  /** Path from a link that opened the app. Returned once; null when there is none. */
  'link:take': { input: none, output: z.string().nullable() },
} as const satisfies Record<string, { readonly input: z.ZodTuple; readonly output: z.ZodType }>
