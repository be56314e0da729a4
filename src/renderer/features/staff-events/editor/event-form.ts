/**
 * An event as the form holds it, and its conversion from and to the server's shape. Everything is text until it is
 * sent.
 */
import * as z from 'zod'
import { isEmailText } from '#shared/domain/association.ts'
import { type Language, LANGUAGES } from '#shared/domain/text/languages.ts'
import { inEveryLanguage } from '#shared/domain/text/written-languages.ts'
import type { EventItem } from '../../../platform/calls/content-queries.ts'
import {
  type FormFault,
  type FormFaults,
  faultsOfWritten,
} from '../../../ui/content-editor/written-form.ts'
import { parisInstant, parisWall } from '../paris-time.ts'

/** One goal a line: lines are what people paste. */
const EventTexts = z.object({
  title: z.string(),
  description: z.string(),
  fullContent: z.string(),
  location: z.string(),
  goals: z.string(),
  imageAlt: z.string(),
})
export const EventForm = z.object({
  address: z.string(),
  content: z.object({ en: EventTexts, ar: EventTexts, fr: EventTexts }),
  startDay: z.string(),
  startTime: z.string(),
  endDay: z.string(),
  endTime: z.string(),
  capacity: z.string(),
  price: z.string(),
  organizer: z.string(),
  contactPerson: z.string(),
  contactEmail: z.string(),
  contactPhone: z.string(),
})
export type EventForm = z.output<typeof EventForm>
type EventTexts = z.output<typeof EventTexts>
export type StoredStatus = 'draft' | 'published' | 'cancelled'

const NO_WORDS: EventTexts = {
  title: '',
  description: '',
  fullContent: '',
  location: '',
  goals: '',
  imageAlt: '',
}
export const EMPTY_EVENT: EventForm = {
  address: '',
  content: { en: NO_WORDS, ar: NO_WORDS, fr: NO_WORDS },
  startDay: '',
  startTime: '',
  endDay: '',
  endTime: '',
  capacity: '',
  price: '',
  organizer: '',
  contactPerson: '',
  contactEmail: '',
  contactPhone: '',
}

export const storedStatus = ({ status }: Pick<EventItem, 'status'>): StoredStatus =>
  status === 'upcoming' || status === 'past' ? 'published' : status

export function formOf(event: EventItem): EventForm {
  const words = (language: Language): EventTexts => {
    if (event.borrowed.includes(language)) return NO_WORDS
    const { goals, ...own } = event.content[language]
    return { ...own, goals: goals.join('\n') }
  }
  const [start, end] = [parisWall(event.startsAt), parisWall(event.endsAt)]
  return {
    address: event.id,
    content: { en: words('en'), ar: words('ar'), fr: words('fr') },
    startDay: start.day,
    startTime: start.time,
    endDay: end.day,
    endTime: end.time,
    capacity: event.capacity === null ? '' : String(event.capacity),
    price: event.price ?? '',
    organizer: event.organizer,
    contactPerson: event.contactPerson,
    contactEmail: event.contactEmail,
    contactPhone: event.contactPhone,
  }
}

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const startOf = ({ startDay: day, startTime: time }: EventForm): string =>
  parisInstant({ day, time })
const endOf = ({ endDay, startDay, endTime: time }: EventForm): string =>
  parisInstant({ day: endDay === '' ? startDay : endDay, time })

export function bodyOf(form: EventForm, status: StoredStatus, image: string | null) {
  const words = (language: Language) => ({
    ...form.content[language],
    goals: lines(form.content[language].goals),
  })
  const { organizer, contactPerson, contactEmail, contactPhone } = form
  return {
    id: form.address,
    content: { en: words('en'), ar: words('ar'), fr: words('fr') },
    startsAt: startOf(form),
    endsAt: endOf(form),
    status,
    image,
    capacity: form.capacity.trim() === '' ? null : Number(form.capacity),
    price: form.price.trim() === '' ? null : form.price,
    organizer,
    contactPerson,
    contactEmail,
    contactPhone,
  }
}

/** In the order of the page. */
export const REQUIRED = ['title', 'location', 'description'] as const

/** The faults that are found before the call, by the path of the field. */
export function faultsOf(form: EventForm, status: StoredStatus, first: Language): FormFaults {
  const faults: Record<string, FormFault> = {}
  for (const field of ['startDay', 'startTime', 'endTime'] as const)
    if (form[field] === '') faults[field] = `missing.${field}`
  if (startOf(form) !== '' && endOf(form) !== '' && endOf(form) < startOf(form))
    faults['endTime'] = 'order'
  if (form.capacity.trim() !== '' && !/^[1-9]\d{0,5}$/.test(form.capacity.trim()))
    faults['capacity'] = 'capacity'
  if (form.contactEmail.trim() !== '' && !isEmailText(form.contactEmail.trim()))
    faults['contactEmail'] = 'email'
  return { ...faultsOfWritten(form, REQUIRED, { draft: status === 'draft', first }), ...faults }
}

/** The fields of the form for the server's paths. */
export const fieldOfPath = (path: string): string =>
  ({ startsAt: 'startDay', endsAt: 'endTime', id: 'address' })[path] ?? path

/** Whether registered people must be told of the change. */
export const meetsElsewhere = (held: EventForm, form: EventForm): boolean =>
  startOf(held) !== startOf(form) ||
  endOf(held) !== endOf(form) ||
  LANGUAGES.some((language) => held.content[language].location !== form.content[language].location)

/**
 * The event as the public page would show it, with the status and the places that it has there. What is not given stays '': today's date would look like one that was. */
export function previewOf(
  form: EventForm,
  image: string | null,
  kept: EventItem | undefined,
): EventItem {
  const { startsAt, endsAt, capacity, content, ...rest } = bodyOf(form, 'draft', image)
  return {
    ...rest,
    status: kept?.status ?? 'draft',
    startsAt,
    endsAt: endsAt === '' ? startsAt : endsAt,
    capacity: Number.isNaN(capacity) ? null : capacity,
    registeredCount: kept?.registeredCount ?? 0,
    version: 0,
    ...inEveryLanguage(content),
  }
}
