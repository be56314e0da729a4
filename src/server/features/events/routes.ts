import type { eventsRoutes } from '#shared/contract/events.ts'
import type { HandlersOf } from '../../http/handlers.ts'
import { readAttendance, countAttendance, attendanceCsv } from './attendance.ts'
import { callOffEvent } from './call-off.ts'
import { checkIn } from './check-in.ts'
import { deleteEvent } from './delete-event.ts'
import { listEvents, readEvent } from './list-events.ts'
import { registerForEvent, cancelRegistration } from './register.ts'
import { undoCheckIn } from './undo-check-in.ts'
import { createEvent, updateEvent } from './write-event.ts'

export const eventsHandlers: HandlersOf<typeof eventsRoutes> = {
  'event.list': listEvents,
  'event.read': readEvent,
  'event.create': createEvent,
  'event.update': updateEvent,
  'event.callOff': callOffEvent,
  'event.delete': deleteEvent,
  'event.register': registerForEvent,
  'event.cancel': cancelRegistration,
  'event.checkIn': checkIn,
  'event.attendance': readAttendance,
  'event.counts': countAttendance,
  'event.undoCheckIn': undoCheckIn,
  'event.attendanceCsv': attendanceCsv,
}
