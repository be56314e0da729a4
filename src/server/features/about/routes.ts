import type * as contract from '#shared/contract/about.ts'
import { isActiveStatus } from '#shared/domain/people/member-status.ts'
import { done } from '../../base/outcome.ts'
import { backupDays } from '../../deps/config.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import { findByEmail } from '../../records/members/member-repository.ts'
import { readAssociation, readSetting } from '../../records/settings/settings-repository.ts'

/** Credentials are named by a server with demonstration data alone, and only while the account works. */
const about: Handler<typeof contract.about> = async (
  _input,
  { config, database, demonstration },
) => {
  const association = await readAssociation(database.db)
  const evidence = { filmMaxBytes: config.evidenceVideoMaxBytes }
  if (demonstration === undefined) return done({ demo: null, evidence, association })
  const { administrator, accounts } = demonstration
  const held = await findByEmail(database.db, administrator.email)
  const works = held !== undefined && isActiveStatus(held.status)
  return done({
    demo: works ? { administrator, accounts: [...accounts] } : null,
    evidence,
    association,
  })
}

const privacyFacts: Handler<typeof contract.privacyFacts> = async (
  _input,
  { config, database: { db } },
) => {
  const { smtpUrl, wallet, timestamps } = config
  const { adoptedOn, version } = (await readSetting(db, 'adoption')).value
  const announced = (await readSetting(db, 'announcement')).value
  return done({
    association: await readAssociation(db),
    adoption:
      adoptedOn === ''
        ? null
        : {
            adoptedOn,
            version,
            appliesFrom: announced.version === version ? announced.appliesFrom : null,
          },
    days: (await readSetting(db, 'retention')).value.days,
    backupDays: backupDays(config) ?? null,
    mail: smtpUrl !== undefined,
    apple: wallet.apple !== undefined,
    google: wallet.google !== undefined,
    timestampAuthority: timestamps === undefined ? null : new URL(timestamps.url).hostname,
  })
}

export const aboutHandlers: HandlersOf<typeof contract.aboutRoutes> = {
  'site.about': about,
  'site.privacy': privacyFacts,
}
