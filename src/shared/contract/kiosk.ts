/** Devices at the door: a scan-only token for one event and some hours, instead of a staff session (ADR 0007). */
import * as z from 'zod'
import { KIOSK_HOURS_MAX } from '../domain/card/kiosk-rules.ts'
import { LANGUAGES } from '../domain/text/languages.ts'
import { defineRoute } from './base/define-route.ts'
import { IsoInstant } from './base/schemas.ts'
import { requiredLine, machineText, textOf } from './base/text-fields.ts'

const EventId = textOf('machine')
  .regex(/^[a-z0-9][a-z0-9-]{1,62}$/, 'Small letters, digits and hyphens')
  .meta({ examples: ['general-assembly'] })
const DeviceId = z.uuid().meta({ examples: ['0b7f5a0e-9a3d-4b53-8f0c-1d2c3b4a5f60'] })
const DeviceName = requiredLine(40)
  .describe('How staff call it; stands beside each check-in as its gate')
  .meta({ examples: ['North door'] })

export const KioskEvent = z
  .object({
    id: EventId,
    title: z.object(
      Object.fromEntries(LANGUAGES.map((language) => [language, z.string()])) as Record<
        (typeof LANGUAGES)[number],
        z.ZodString
      >,
    ),
    startsAt: IsoInstant,
    endsAt: IsoInstant,
  })
  .meta({ id: 'KioskEvent' })

export const enrolKiosk = defineRoute({
  id: 'kiosk.enrol',
  method: 'POST',
  path: '/api/kiosk/enrol',
  summary:
    'Enrol a device for one event that is published and not over. The token reads verdicts and records check-ins of this event, and nothing else; it is shown once.',
  access: 'staff',
  request: {
    body: z.object({
      eventId: EventId,
      name: DeviceName,
      hours: z
        .int()
        .min(1)
        .max(KIOSK_HOURS_MAX)
        .meta({ examples: [8] }),
    }),
  },
  reply: z.object({
    deviceId: DeviceId,
    token: z.string().describe('Bearer of the device'),
    expiresAt: IsoInstant,
    event: KioskEvent,
  }),
  limits: [{ per: 'caller', max: 20, windowS: 3_600 }],
  audit: 'kiosk.enrolled',
  errors: ['not-found', 'conflict'],
})

export const KioskDevice = z
  .object({
    id: DeviceId,
    name: DeviceName,
    event: KioskEvent,
    enrolledBy: z
      .object({ cardId: z.string(), name: z.string() })
      .nullable()
      .describe('null when the account is gone'),
    enrolledAt: IsoInstant,
    expiresAt: IsoInstant,
    lastSeenAt: IsoInstant.nullable(),
    revokedAt: IsoInstant.nullable(),
    state: z
      .enum(['active', 'expired', 'revoked', 'ended'])
      .describe('`ended`: the device itself gave its token back'),
    checkIns: z.int().describe('Check-ins that this device brought'),
    appVersion: z.string().describe('As the device says; empty when it did not'),
  })
  .meta({ id: 'KioskDevice' })

export const listKiosks = defineRoute({
  id: 'kiosk.list',
  method: 'GET',
  path: '/api/kiosk/devices',
  summary:
    'Devices, the active ones first, then the 100 that ended last. Moderators and reviewers see their own.',
  access: 'staff',
  reply: z.array(KioskDevice),
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: null,
})

export const revokeKiosk = defineRoute({
  id: 'kiosk.revoke',
  method: 'POST',
  path: '/api/kiosk/devices/:id/revoke',
  summary:
    'End the token of a device at once. Administrators and content managers any; moderators and reviewers their own. What the device recorded before and sends later needs a new enrolment of the same device. Called again it changes nothing.',
  access: 'staff',
  policy: 'own-devices',
  request: { params: z.object({ id: DeviceId }) },
  reply: KioskDevice,
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: 'kiosk.revoked',
  errors: ['not-found'],
})

export const kioskSelf = defineRoute({
  id: 'kiosk.me',
  method: 'GET',
  path: '/api/kiosk/me',
  summary: 'What the device may know of itself: its event, until when, and how many have come.',
  access: 'kiosk',
  request: { headers: z.object({ 'x-app-version': machineText(40).optional() }) },
  reply: z.object({
    deviceId: DeviceId,
    name: DeviceName,
    event: KioskEvent,
    expiresAt: IsoInstant,
    now: IsoInstant.describe('By the clock of the server'),
    checkedIn: z.int().describe('People, at all gates'),
    registered: z.int(),
    capacity: z.int().nullable(),
  }),
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: null,
})

export const endKiosk = defineRoute({
  id: 'kiosk.end',
  method: 'POST',
  path: '/api/kiosk/end',
  summary: 'The device gives its token back.',
  access: 'kiosk',
  reply: z.object({ ended: z.literal(true) }),
  limits: [{ per: 'caller', max: 20, windowS: 60 }],
  audit: 'kiosk.ended',
})

export const kioskRoutes = [enrolKiosk, listKiosks, revokeKiosk, kioskSelf, endKiosk] as const
