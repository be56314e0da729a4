import type * as contract from '#shared/contract/about.ts'
import { isActiveStatus } from '#shared/domain/people/member-status.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../demo/accounts.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import { done } from '../../base/outcome.ts'
import { findByEmail } from '../../records/members/member-repository.ts'

const ADMINISTRATOR = DEMO_ACCOUNTS[0].email

/**
 * A production server never names credentials, even on a folder that once held demonstration data;
 * a local one does while the account is there. The credentials are here and not in the page, so
 * that no build contains them.
 */
const about: Handler<typeof contract.about> = async (_input, { config, database }) => {
  const evidence = { filmMaxBytes: config.evidenceVideoMaxBytes }
  if (config.environment === 'production') return done({ demo: null, evidence })
  const held = await findByEmail(database.db, ADMINISTRATOR)
  const works = held !== undefined && isActiveStatus(held.status)
  return done({
    demo: works ? { administrator: { email: ADMINISTRATOR, password: DEMO_PASSWORD } } : null,
    evidence,
  })
}

export const aboutHandlers: HandlersOf<typeof contract.aboutRoutes> = {
  'site.about': about,
}
