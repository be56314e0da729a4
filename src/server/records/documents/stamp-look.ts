/** Identity documents and scans of signed papers leave the server with the viewer's name, number and the time in the picture. */
import { PAPER_FIELD } from '#shared/contract/uploads.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { isoNow } from '../../base/clock.ts'
import { memberHolder } from '../../base/work-gate.ts'
import type { Deps } from '../../deps/deps.ts'
import { drawable } from '../../parts/files/lettering.ts'
import { findViewer } from './document-repository.ts'

const STAMPED_PURPOSES: readonly string[] = [
  'idProofFront',
  'idProofBack',
  'reqIdProofFront',
  'reqIdProofBack',
  'identity-front',
  'identity-back',
  PAPER_FIELD,
]

export const isStamped = (purpose: string): boolean => STAMPED_PURPOSES.includes(purpose)

/**
 * Letters of the stamp are Latin capitals; a name in another script is replaced by the number,
 * which identifies the viewer as well.
 */
export function stampLines(
  viewer: { readonly id: number; readonly first_name: string; readonly last_name: string },
  at: string,
): string[] {
  const name = drawable(
    fullName({ firstName: viewer.first_name, lastName: viewer.last_name }),
  ).trim()
  const isReadable = /[A-Z]{2}/.test(name)
  return [
    ...(isReadable ? [name] : []),
    `${cardId(viewer.id).replace('_', ' ')} - ${at.slice(0, 16).replace('T', ' ')} UTC`,
  ]
}

export type Stamped =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly code: 'busy' | 'address-expired' }

/** The caller's own documents, and own uploads that nothing uses yet, get no stamp. */
export async function stampLook(
  deps: Pick<Deps, 'database' | 'clock' | 'library'>,
  bytes: Buffer,
  look: { readonly ownerId: number | null; readonly sessionId: string },
): Promise<Stamped> {
  const viewer = await findViewer(deps.database.db, look.sessionId)
  if (viewer === undefined) return { ok: false, code: 'address-expired' }
  if (viewer.id === look.ownerId) return { ok: true, bytes }
  const stamped = await deps.library.stamp(
    bytes,
    stampLines(viewer, isoNow(deps.clock)),
    memberHolder(viewer.id),
  )
  return stamped.ok ? { ok: true, bytes: stamped.value } : { ok: false, code: 'busy' }
}
