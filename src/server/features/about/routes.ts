import type * as contract from '#shared/contract/about.ts'
import { isActiveStatus } from '#shared/domain/people/member-status.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import { done } from '../../base/outcome.ts'
import { findByEmail } from '../../records/members/member-repository.ts'

/** Credentials are named by a server with demonstration data alone, and only while the account works. */
const about: Handler<typeof contract.about> = async (
  _input,
  { config, database, demonstration },
) => {
  const evidence = { filmMaxBytes: config.evidenceVideoMaxBytes }
  if (demonstration === undefined) return done({ demo: null, evidence })
  const { administrator } = demonstration
  const held = await findByEmail(database.db, administrator.email)
  const works = held !== undefined && isActiveStatus(held.status)
  return done({ demo: works ? { administrator } : null, evidence })
}

export const aboutHandlers: HandlersOf<typeof contract.aboutRoutes> = {
  'site.about': about,
}
