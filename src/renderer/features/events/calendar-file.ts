/** An event as an iCalendar file (RFC 5545). Made here: no calendar service learns who goes where. */

export interface CalendarEntry {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly location: string
  readonly startsAt: string
  readonly endsAt: string
  readonly cancelled: boolean
  /** Address of the event's page; undefined where this interface has no address on the web. */
  readonly url: string | undefined
}

const LINE_MAX_OCTETS = 75

/** §3.3.11: backslash, semicolon, comma and line ends are written with a backslash. Other control characters go. */
const escapeText = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    // oxlint-disable-next-line no-control-regex -- these are what is taken out
    .replaceAll(/[\u0000-\u001f\u007f]/g, '')

/** §3.1: no line longer than 75 octets; the next begins with a blank. Never inside a letter. */
function fold(line: string): string {
  const encoder = new TextEncoder()
  let folded = ''
  let octets = 0
  for (const letter of line) {
    const size = encoder.encode(letter).length
    if (octets + size > LINE_MAX_OCTETS) {
      folded += '\r\n '
      octets = 1
    }
    folded += letter
    octets += size
  }
  return folded
}

/** UTC, so that the file needs no table of time zones: 20250503T080000Z. */
const instant = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')

export function calendarFile(entry: CalendarEntry, now: Date): string {
  const { id, title, description, location, startsAt, endsAt, cancelled, url } = entry
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//WLD//Events//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:event-${id}@wld`,
    `DTSTAMP:${instant(now)}`,
    `DTSTART:${instant(new Date(startsAt))}`,
    `DTEND:${instant(new Date(endsAt))}`,
    `SUMMARY:${escapeText(title)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `LOCATION:${escapeText(location)}`,
    ...(url === undefined ? [] : [`URL:${new URL(url).href}`]),
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:OPAQUE',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}
