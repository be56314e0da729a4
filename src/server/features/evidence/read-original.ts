import { Readable } from 'node:stream'
import type { readOriginal as route } from '#shared/contract/evidence.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../http/outcome.ts'
import { hasProof } from '../auth/step-up.ts'
import { evidenceTarget, findSubject } from './custody.ts'
import { endingOf } from './package-names.ts'

/** With place, device and whatever else came along: the password first, and a line in the custody. */
export const readOriginal: Handler<typeof route> = async ({ params, caller, facts }, deps) => {
  if (!(await hasProof(deps, caller.sessionId, { kind: 'password' }))) return refuse('step-up-required')
  const subject = await findSubject(deps.database.db, params.id)
  const original = subject === undefined || subject.deleted_at !== null ? undefined : await deps.library.openOriginal(subject.file_id)
  if (subject === undefined || original === undefined) return refuse('not-found')
  facts.trace({ target: evidenceTarget(subject.id), detail: { sha256: subject.sha256, copy: 'original', role: caller.role } })
  void facts.reply
    .type('application/octet-stream')
    .header('content-length', original.size)
    .header('content-disposition', `attachment; filename="evidence-${subject.id}-original.${endingOf(subject.media_type)}"`)
    .header('content-security-policy', 'sandbox')
    .header('cache-control', 'no-store')
  return done(Readable.from(original.read(0, original.size)))
}
