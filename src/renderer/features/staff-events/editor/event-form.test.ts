import { describe, expect, test } from 'vitest'
import type { EventItem } from '../../../platform/calls/content-queries.ts'
import { completeness, differences } from '../../../ui/content-editor/written-form.ts'
import {
  bodyOf,
  EMPTY_EVENT,
  type EventForm,
  faultsOf,
  formOf,
  meetsElsewhere,
  previewOf,
  REQUIRED,
} from './event-form.ts'

const words = {
  title: 'Assembly',
  description: 'Short',
  fullContent: 'One.',
  location: 'Paris',
  goals: ['Meet', 'Vote'],
  imageAlt: 'A hall',
}
const event: EventItem = {
  id: 'assembly',
  content: { en: words, ar: words, fr: { ...words, title: 'Assemblée' } },
  borrowed: ['ar'],
  startsAt: '2026-05-03T08:00:00.000Z',
  endsAt: '2026-05-03T15:00:00.000Z',
  status: 'upcoming',
  image: null,
  organizer: 'WLD',
  capacity: null,
  registeredCount: 3,
  price: null,
  contactPerson: '',
  contactEmail: '',
  contactPhone: '',
  version: 4,
}

test('a loaded event is sent back unchanged; a borrowed language stays blank', () => {
  const form = formOf(event)
  expect(form).toMatchObject({
    startDay: '2026-05-03',
    startTime: '10:00',
    endTime: '17:00',
    capacity: '',
    content: { ar: { title: '' }, en: { goals: 'Meet\nVote' } },
  })
  expect(bodyOf(form, 'published', null)).toMatchObject({
    id: 'assembly',
    startsAt: event.startsAt,
    endsAt: event.endsAt,
    capacity: null,
    price: null,
    content: { en: words, ar: { title: '', goals: [] } },
  })
})

test('goals are lines, blank ones are none; a blank end day is the day of the start', () => {
  const form: EventForm = {
    ...formOf(event),
    endDay: '',
    capacity: ' 120 ',
    content: { ...formOf(event).content, en: { ...formOf(event).content.en, goals: ' a \n\n b' } },
  }
  expect(bodyOf(form, 'draft', 'x')).toMatchObject({
    endsAt: event.endsAt,
    capacity: 120,
    image: 'x',
    content: { en: { goals: ['a', 'b'] } },
  })
})

describe('faults', () => {
  test('an empty form names every required field', () =>
    expect(faultsOf(EMPTY_EVENT, 'published', 'en')).toEqual({
      'content.en.title': 'missing.title',
      'content.en.description': 'missing.description',
      'content.en.location': 'missing.location',
      address: 'address',
      startDay: 'missing.startDay',
      startTime: 'missing.startTime',
      endTime: 'missing.endTime',
    }))
  test('where no language is written, the texts are asked for in the one that is open', () =>
    expect(
      Object.keys(faultsOf(EMPTY_EVENT, 'published', 'fr')).filter((path) =>
        path.startsWith('content'),
      ),
    ).toEqual(['content.fr.title', 'content.fr.location', 'content.fr.description']))
  test.each([
    [{ capacity: '0' }, { capacity: 'capacity' }],
    [{ capacity: '1.5' }, { capacity: 'capacity' }],
    [{ endTime: '09:00' }, { endTime: 'order' }],
    [{ address: 'Not Good' }, { address: 'address' }],
    [{}, {}],
  ] as const)('an event with %j has the faults %j', (more, wanted) =>
    expect(faultsOf({ ...formOf(event), ...more }, 'published', 'en')).toEqual(wanted),
  )
})

test('the completeness of a language', () => {
  const { en, ar } = formOf(event).content
  const states = [en, ar, { ...ar, goals: 'x' }].map((one) => completeness(one, REQUIRED))
  expect(states).toEqual(['complete', 'blank', 'begun'])
})

test('the differences of two versions, and those that registered people must know', () => {
  const form = formOf(event)
  const other = {
    ...form,
    startTime: '11:00',
    content: { ...form.content, fr: { ...form.content.fr, location: 'Lyon' } },
  }
  expect(differences(form, other)).toEqual(['content.fr', 'startTime'])
  expect(meetsElsewhere(form, other)).toBe(true)
  expect(meetsElsewhere(form, { ...form, organizer: 'Other' })).toBe(false)
})

test('the preview of an empty event shows no day that nobody gave', () => {
  expect(previewOf(EMPTY_EVENT, null, undefined)).toMatchObject({ startsAt: '', endsAt: '' })
})
