import { currentSession, onPersonLeft } from '../../../platform/session/session.ts'
import { createDoorMemory } from './door-memory.ts'

export function signedInPerson(): string | undefined {
  const session = currentSession()
  return session.state === 'authenticated' ? session.user.cardId : undefined
}

export const doorMemory = createDoorMemory({ person: signedInPerson, nowMs: () => Date.now() })
onPersonLeft(doorMemory.forget)
