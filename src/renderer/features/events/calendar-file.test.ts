import { expect, test } from 'vitest'
import { calendarFile, type CalendarEntry } from './calendar-file.ts'

const now = new Date('2026-01-02T03:04:05.678Z')
const assembly: CalendarEntry = {
  id: 'general-assembly',
  title: 'General Assembly',
  description: 'Report and vote',
  location: 'Paris',
  startsAt: '2026-05-03T08:00:00.000Z',
  endsAt: '2026-05-03T15:30:00.000Z',
  cancelled: false,
  url: 'https://members.example.org/events/general-assembly',
}
const file = (change: Partial<CalendarEntry> = {}): string =>
  calendarFile({ ...assembly, ...change }, now)
/** What a calendar reads: folded lines joined again. */
const lines = (text: string): readonly string[] => text.replaceAll('\r\n ', '').split('\r\n')

test('is one event with UTC times', () => {
  expect(lines(file())).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//WLD//Events//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:event-general-assembly@wld',
    'DTSTAMP:20260102T030405Z',
    'DTSTART:20260503T080000Z',
    'DTEND:20260503T153000Z',
    'SUMMARY:General Assembly',
    'DESCRIPTION:Report and vote',
    'LOCATION:Paris',
    'URL:https://members.example.org/events/general-assembly',
    'STATUS:CONFIRMED',
    'TRANSP:OPAQUE',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test.each([
  ['Bread, tea; talk', 'Bread\\, tea\\; talk'],
  ['C:\\news', 'C:\\\\news'],
  ['One\r\nTwo\nThree\rFour', 'One\\nTwo\\nThree\\nFour'],
  ['x\r\nEND:VEVENT\r\nBEGIN:VALARM', 'x\\nEND:VEVENT\\nBEGIN:VALARM'],
  ['a\u0000b\u0007c\td', 'abcd'],
  ['Bureau: "chez nous"', 'Bureau: "chez nous"'],
])('%j cannot break out of its line', (title, written) => {
  expect(lines(file({ title }))).toContain(`SUMMARY:${written}`)
  expect(
    file({ title })
      .split('\r\n')
      .filter((line) => line.startsWith('END:VEVENT')),
  ).toHaveLength(1)
})

test('long lines are folded at 75 octets, between letters', () => {
  const description = 'اجتماع الأعضاء في باريس، ثم غداء مشترك. 🌅 '.repeat(12)
  const text = file({ description })
  const encoder = new TextEncoder()
  for (const line of text.split('\r\n')) {
    expect(encoder.encode(line).length).toBeLessThanOrEqual(75)
    expect(line).not.toContain('\uFFFD')
    expect(/[\uD800-\uDBFF]$|^ ?[\uDC00-\uDFFF]/.test(line)).toBe(false)
  }
  expect(lines(text)).toContain(`DESCRIPTION:${description}`)
})

test('a cancelled event says so; without an address there is no URL', () => {
  const text = file({ cancelled: true, url: undefined })
  expect(text).toContain('STATUS:CANCELLED')
  expect(text).not.toContain('URL:')
})
