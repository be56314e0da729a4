import type { Kysely } from 'kysely'
import {
  type IdentityItem,
  type OpenIdentityItem,
  openIdentity,
} from '#shared/domain/association.ts'
import type { Config } from '../../deps/config.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { readAssociation } from '../../records/settings/settings-repository.ts'
import { fault, note, ok } from './finding.ts'

const ITEM_WORDS: Readonly<Record<IdentityItem, string>> = {
  name: 'name',
  legalForm: 'legal form',
  seat: 'seat',
  phone: 'phone number',
  email: 'e-mail address',
  register: 'RNA, SIREN or SIRET',
  director: 'publication director',
  hostName: 'name of the host',
  hostAddress: 'address of the host',
  hostPhone: 'phone number of the host',
  privacyContact: 'privacy contact',
  officer: 'data-protection officer, or why there is none',
}

/** Who publishes the site. A trial has nobody to name. */
export async function checkAssociation(
  db: Kysely<Schema>,
  { environment, mailFrom }: Pick<Config, 'environment' | 'mailFrom'>,
) {
  const association = await readAssociation(db)
  const open = openIdentity(association)
  const remedy =
    'An administrator fills it in: staff settings, "The association" (docs/go-live.md).'
  const of = (wanted: OpenIdentityItem['state']) =>
    open.filter(({ state }) => state === wanted).map(({ item }) => ITEM_WORDS[item])
  const say = environment === 'production' ? fault : note
  const [missing, examples] = [of('missing'), of('example')]
  return [
    ...(open.length === 0 ? [ok(`The legal notice names ${association.name} and its host.`)] : []),
    ...(missing.length > 0 ? [say(`The legal notice lacks: ${missing.join('; ')}.`, remedy)] : []),
    ...(examples.length > 0
      ? [say(`Still an example in the legal notice: ${examples.join('; ')}.`, remedy)]
      : []),
    ...(association.email === ''
      ? [
          note(
            `Messages of the contact form are mailed to the sender of the mails, ${mailFrom}. Does anybody read that mailbox?`,
            'Set the e-mail address of the association in the staff settings.',
          ),
        ]
      : []),
  ]
}
