import * as z from 'zod'
import { isEmailText } from '../domain/association.ts'
import { CARD_PAYLOAD_MAX_CHARS } from '../domain/card/card-payload.ts'
import { CHECK_IN_HOURS } from '../domain/check-in-hours.ts'
import {
  BorrowedLanguages,
  ContentId,
  inLanguages,
  isWritten,
  readVersion,
  Version,
} from './base/content-fields.ts'
import { defineRoute } from './base/define-route.ts'
import { pagingFields, UNPAGED_MAX } from './base/paging.ts'
import { FileReference } from './base/person-fields.ts'
import { CardId, IsoInstant, ReaderLanguage } from './base/schemas.ts'
import { text, line, requiredLine, textOf, Moment } from './base/text-fields.ts'

const EVENT_STATUSES = ['draft', 'published', 'cancelled'] as const
export const EventContent = z.object({
  title: line(200).meta({ examples: ['General assembly'] }),
  description: text(5_000)
    .describe('A few sentences, for lists')
    .meta({ examples: ['The members meet and vote.'] }),
  fullContent: text(20_000)
    .default('')
    .describe('Paragraphs, parted by an empty line; for the page of the event'),
  location: line(300).meta({ examples: ['Paris'] }),
  goals: z.array(requiredLine(300)).max(20).default([]),
  imageAlt: line(300).default('').describe('What the picture shows, for those who do not see it'),
})

export const Event = z
  .object({
    id: ContentId,
    content: inLanguages(EventContent),
    startsAt: IsoInstant,
    endsAt: IsoInstant,
    status: z
      .enum([...EVENT_STATUSES, 'upcoming', 'past'])
      .describe('A published event is `upcoming` until its end and `past` after it'),
    image: z
      .string()
      .nullable()
      .describe('Address that shows the picture to everybody while the event is published'),
    organizer: z.string(),
    capacity: z.int().nullable().describe('Places; null is unlimited'),
    registeredCount: z.int(),
    price: z.string().nullable().describe('Free when null'),
    contactPerson: z.string(),
    contactEmail: z.string(),
    contactPhone: z.string(),
    registration: z.enum(['none', 'registered', 'waiting']).optional().describe('The caller’s own'),
    checkedIn: z
      .literal(true)
      .optional()
      .describe('The caller is checked in; said of one event, not in a list'),
    waitingCount: z.int().optional().describe('For staff'),
    isAssembly: z
      .literal(true)
      .optional()
      .describe('Members vote there: see `/api/assemblies/{id}`'),
    checkedInCount: z.int().optional().describe('People, not passages; for staff'),
    version: Version,
    borrowed: BorrowedLanguages,
  })
  .meta({ id: 'Event' })

const writable = {
  content: inLanguages(EventContent).describe(
    'A language is complete, or left blank and shown in another. A draft only needs a title.',
  ),
  startsAt: Moment,
  endsAt: Moment,
  status: z.enum(EVENT_STATUSES).default('draft'),
  image: FileReference.nullable()
    .default(null)
    .describe(
      'A picture uploaded under `report`, or one that an event or an article shows already',
    ),
  organizer: line(200).default(''),
  capacity: z.int().min(1).max(1_000_000).nullable().default(null),
  price: line(40).nullable().default(null),
  contactPerson: line(200).default(''),
  contactEmail: textOf('email')
    .max(254)
    .refine((address) => address === '' || isEmailText(address), {
      error: 'Give one e-mail address such as name@example.org',
    })
    .default(''),
  contactPhone: line(24).default(''),
}
const EVENT_WORDS = ['title', 'description', 'location'] as const
/** An instant that cannot be parsed is reported under its own field. */
const endsInOrder = ({
  startsAt,
  endsAt,
}: {
  readonly startsAt: string
  readonly endsAt: string
}): boolean => !(Date.parse(startsAt) > Date.parse(endsAt))
const WRONG_ORDER = { error: 'The end must not be before the start', path: ['endsAt'] }
const NewEvent = z
  .object({ id: ContentId, ...writable })
  .refine(endsInOrder, WRONG_ORDER)
  .superRefine(isWritten(EVENT_WORDS))
const ReplacedEvent = z
  .object({
    id: ContentId.optional().describe('An id stays for good: the one of the address, or left out'),
    ...writable,
    version: readVersion,
    tell: z
      .boolean()
      .default(true)
      .describe(
        'Whether those who registered are written to when time or place change, or when a cancelled event takes place after all',
      ),
  })
  .refine(endsInOrder, WRONG_ORDER)
  .superRefine(isWritten(EVENT_WORDS))
export type EventFields = Omit<z.output<typeof NewEvent>, 'id'>

const one = { params: z.object({ id: ContentId }) }

export const listEvents = defineRoute({
  id: 'event.list',
  method: 'GET',
  path: '/api/event/get/all',
  summary: 'Published and cancelled events; drafts for administrators and content managers.',
  access: 'optional-member',
  reply: z.array(Event),
  limits: [{ per: 'network', max: 300, windowS: 60 }],
  audit: null,
})
export const readEvent = defineRoute({
  id: 'event.read',
  method: 'GET',
  path: '/api/event/get/:id',
  summary: 'One event.',
  access: 'optional-member',
  request: one,
  reply: Event,
  limits: [{ per: 'network', max: 300, windowS: 60 }],
  audit: null,
  errors: ['not-found'],
})
export const createEvent = defineRoute({
  id: 'event.create',
  method: 'POST',
  path: '/api/event/create',
  summary: 'Add an event in three languages.',
  access: ['admin', 'content'],
  request: { body: NewEvent },
  reply: Event,
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: 'event.created',
  errors: ['conflict'],
})
export const updateEvent = defineRoute({
  id: 'event.update',
  method: 'PUT',
  path: '/api/event/update/:id',
  summary:
    'Replace an event; `status` publishes or cancels it. One that people registered for does not become a draft again.',
  access: ['admin', 'content'],
  request: { ...one, body: ReplacedEvent },
  reply: Event,
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: 'event.updated',
  errors: ['not-found', 'conflict', 'event-has-people'],
})
export const callOffEvent = defineRoute({
  id: 'event.callOff',
  method: 'POST',
  path: '/api/event/call-off/:id',
  summary:
    'Cancel a published event that is not over. Everybody who registered or waits is written to, once.',
  access: ['admin', 'content'],
  request: {
    ...one,
    body: z.object({
      reason: text(1_000)
        .default('')
        .describe('Stands in the mail')
        .meta({ examples: ['The hall is closed.'] }),
      version: readVersion,
    }),
  },
  reply: Event,
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: 'event.called-off',
  errors: ['not-found', 'conflict'],
})
export const deleteEvent = defineRoute({
  id: 'event.delete',
  method: 'DELETE',
  path: '/api/event/delete/:id',
  summary: 'Delete a draft that nobody registered for.',
  access: ['admin', 'content'],
  request: one,
  reply: z.object({ deleted: z.literal(true) }),
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: 'event.deleted',
  errors: ['not-found', 'conflict', 'event-has-people'],
})
export const registerForEvent = defineRoute({
  id: 'event.register',
  method: 'POST',
  path: '/api/event/register/:id',
  summary:
    'Take a place; when there is none left, a place on the waiting list. Called again it changes nothing. 409 when the event is over or called off.',
  access: 'member',
  request: one,
  reply: Event,
  limits: [{ per: 'caller', max: 30, windowS: 60 }],
  audit: 'event.registered',
  errors: ['not-found', 'conflict'],
})
export const cancelRegistration = defineRoute({
  id: 'event.cancel',
  method: 'POST',
  path: '/api/event/cancel/:id',
  summary:
    'Give the place back; the first on the waiting list moves up. Harmless when there was none.',
  access: 'member',
  request: one,
  reply: Event,
  limits: [{ per: 'caller', max: 30, windowS: 60 }],
  audit: 'event.registration-cancelled',
  errors: ['not-found', 'conflict'],
})

/** Of a device that was without a network. */
export const CHECK_INS_MAX = 500
/** Of staff: a person checks in one after another. */
export const STAFF_CHECK_INS_MAX = 20
export const checkIn = defineRoute({
  id: 'event.checkIn',
  method: 'POST',
  path: '/api/event/check-in/:id',
  summary: `Record check-ins in a batch, of staff at most ${STAFF_CHECK_INS_MAX}. The id of each is made by the client: sent twice, it counts once. Staff check in from ${CHECK_IN_HOURS.before} hours before the event until ${CHECK_IN_HOURS.afterForStaff} hours after it; what a device recorded is taken at any time, and administrators get an alert where its time is unusual.`,
  access: 'staff-or-kiosk',
  policy: 'own-event',
  request: {
    ...one,
    body: z.object({
      checkIns: z
        .array(
          z.object({
            id: z.uuid().meta({ examples: ['6f1c2a34-8a55-4c7e-9b1d-2f0a6f3b8c11'] }),
            cardId: CardId,
            payload: textOf('scan')
              .max(CARD_PAYLOAD_MAX_CHARS)
              .optional()
              .describe(
                'For staff: the text of the scanned code. With a good signature the number is no guess, and costs nothing',
              ),
            gate: line(60).default(''),
            sequence: z
              .int()
              .min(0)
              .optional()
              .describe('Counts up on the device that recorded it'),
            deviceId: z
              .uuid()
              .optional()
              .describe(
                'For staff who send what a device of this event recorded; a device that is not known here is left out. Whatever a device says, its own is kept',
              ),
            at: Moment.describe(
              'By the clock of the client; one that runs more than five minutes ahead is set to now',
            ),
          }),
        )
        .min(1)
        .max(CHECK_INS_MAX),
    }),
  },
  reply: z.object({
    results: z.array(
      z.object({
        id: z.string(),
        result: z
          .enum(['recorded', 'known', 'second', 'unknown-member'])
          .describe(
            '`known`: this id came before. `second`: recorded, but the member was checked in before. `unknown-member`: nobody, or not active; not recorded',
          ),
        first: z
          .object({ at: IsoInstant, gate: z.string() })
          .nullable()
          .describe('The check-in of the same member that came before'),
        voices: z
          .object({
            count: z.int().describe('The own voice and those that the member carries now'),
            handedOut: z
              .boolean()
              .describe('The own voice was given to somebody who is in: ask for its card back'),
          })
          .optional()
          .describe('At an assembly, of a member who came'),
      }),
    ),
  }),
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  reveals: 'member',
  audit: 'event.checked-in',
  errors: ['not-found', 'check-in-closed'],
})
/** Large, so that the attendees of an event fit into few pages: the door polls this list. */
export const ATTENDANCE_PAGE_MAX = 500
export const readAttendance = defineRoute({
  id: 'event.attendance',
  method: 'GET',
  path: '/api/event/attendance/:id',
  summary: `Who is registered, waiting and checked in, by name. Without \`page\` at most ${UNPAGED_MAX} people (X-Truncated when there are more). Moderators and reviewers see it from a day before the event until a day after it. Rows count with those of the member list.`,
  access: 'staff',
  request: {
    ...one,
    query: z.object({
      page: pagingFields.page,
      size: z.coerce
        .number('Give a page size')
        .int()
        .min(1)
        .max(ATTENDANCE_PAGE_MAX, `At most ${ATTENDANCE_PAGE_MAX} a page`)
        .optional(),
    }),
  },
  reply: z.object({
    registered: z.int(),
    waiting: z.int(),
    checkedIn: z.int(),
    total: z.int().describe('People in the whole list'),
    people: z.array(
      z.object({
        cardId: z.string(),
        name: z.string(),
        registration: z.enum(['none', 'registered', 'waiting']),
        waitingPlace: z.int().nullable().describe('From 1; the first moves up first'),
        checkedInAt: IsoInstant.nullable(),
        gate: z.string().nullable(),
        checkInId: z.string().nullable().describe('Of the first check-in'),
      }),
    ),
  }),
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: 'event.attendance-viewed',
  errors: ['not-found', 'event-not-near', 'daily-limit'],
})
export const countAttendance = defineRoute({
  id: 'event.counts',
  method: 'GET',
  path: '/api/event/attendance/:id/counts',
  summary:
    'How many are registered, waiting and checked in; names nobody. Cheap enough to ask every few seconds.',
  access: 'staff-or-kiosk',
  policy: 'own-event',
  request: one,
  reply: z.object({
    registered: z.int(),
    waiting: z.int(),
    checkedIn: z.int(),
    capacity: z.int().nullable(),
    mark: z.string().describe('Changes with the list'),
  }),
  limits: [{ per: 'caller', max: 240, windowS: 60 }],
  audit: null,
  errors: ['not-found'],
})
export const undoCheckIn = defineRoute({
  id: 'event.undoCheckIn',
  method: 'POST',
  path: '/api/event/check-in/:id/undo',
  summary:
    'Take back one check-in that was a slip. Harmless when it is not there. Moderators and reviewers near the event alone.',
  access: 'staff',
  request: {
    ...one,
    body: z.object({
      checkInId: z.uuid().meta({ examples: ['6f1c2a34-8a55-4c7e-9b1d-2f0a6f3b8c11'] }),
    }),
  },
  reply: z.object({ undone: z.boolean() }),
  limits: [{ per: 'caller', max: 120, windowS: 60 }],
  audit: 'event.check-in-undone',
  errors: ['not-found', 'event-not-near'],
})
export const attendanceCsv = defineRoute({
  id: 'event.attendanceCsv',
  method: 'GET',
  path: '/api/event/attendance/:id/csv',
  summary: 'The attendance list as CSV (UTF-8, safe to open in a spreadsheet), after step-up.',
  access: ['admin', 'content'],
  request: { ...one, query: z.object({ language: ReaderLanguage }) },
  reply: z.any(),
  replyType: 'text/csv',
  limits: [{ per: 'caller', max: 20, windowS: 60 }],
  audit: 'event.attendance-exported',
  errors: ['not-found', 'step-up-required'],
})

export const eventsRoutes = [
  listEvents,
  readEvent,
  createEvent,
  updateEvent,
  callOffEvent,
  deleteEvent,
  registerForEvent,
  cancelRegistration,
  checkIn,
  readAttendance,
  countAttendance,
  undoCheckIn,
  attendanceCsv,
] as const
