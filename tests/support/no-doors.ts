import { vi } from 'vitest'
import { NO_DOORS } from '#shared/contract/desktop/doors.ts'
import type { Doors } from '../../src/main/doors/doors.ts'

/** Doors that are off, as on most computers; a test replaces what it asks about. */
export const noDoors = (): Doors => ({
  state: () => NO_DOORS,
  enter: vi.fn(async () => undefined),
  exit: vi.fn(async () => undefined),
  invite: vi.fn(async () => undefined),
  hideCode: vi.fn(() => undefined),
  join: vi.fn(async () => ({ ok: true as const })),
  leave: vi.fn(async () => undefined),
  remove: vi.fn(async () => undefined),
  letIn: vi.fn(async () => undefined),
  told: vi.fn(() => undefined),
  close: vi.fn(async () => undefined),
  firstOf: () => undefined,
  idFor: () => undefined,
  recorded: vi.fn(() => undefined),
})
