/**
 * Which columns are sealed, and which columns hold a keyed index of sealed text (ADR 0031). A new
 * sealed column needs one word here; the start seals what is there, and `keys:rotate` includes it.
 */
import type { Schema } from '../schema.ts'

/** Every table has an `id`, which is part of the seal. */
const SEALED = {
  members: [
    'tribe',
    'birth_city',
    'birth_village',
    'mothers_first_name',
    'mothers_last_name',
    'approver_comment',
    'comments',
  ],
  registration_requests: ['comment'],
  decision_undos: ['restores'],
  reports: [
    'description',
    'actor',
    'actor_name',
    'actor_desc',
    'actor_account',
    'victim',
    'google_map_link',
    'verifier_comment',
    'hidden_words',
  ],
  report_evidence: ['description'],
  evidence_uploads: ['seal'],
  files: ['seal'],
  claims: ['message', 'note'],
  claim_entries: ['text'],
  witness_entries: ['text'],
  wallet_phones: ['push_token'],
  donation_receipts: ['copy', 'cancel_reason'],
} as const satisfies { readonly [T in keyof Schema]?: readonly (keyof Schema[T])[] }

export type SealedTable = keyof typeof SEALED

/** `tribe_key` follows from `tribe`: each query that writes `tribe` writes both. */
export const WHOLE_INDEXES: Readonly<Partial<Record<SealedTable, readonly WholeIndex[]>>> = {
  members: [{ column: 'tribe_key', of: 'tribe' }],
}
export interface WholeIndex {
  readonly column: string
  readonly of: string
}

/** Columns whose secret words become tokens; see `secretWords`. */
export const WORD_INDEXES: Readonly<Partial<Record<SealedTable, readonly string[]>>> = {
  reports: ['search_text', 'actor_folded', 'victim_folded'],
  claims: ['search_text'],
}

export const isSealedTable = (name: string): name is SealedTable => Object.hasOwn(SEALED, name)
export const sealedColumnsOf = (table: SealedTable): readonly string[] => SEALED[table]
export const SEALED_TABLES = Object.keys(SEALED) as readonly SealedTable[] // an object literal has the keys of its type

/** What was stored before there was anything to seal; it tells nothing. */
export const isBlank = (text: string): boolean => text === '' || text === '[]'

/** Shown in place of a value that cannot be opened. Never stored. */
export const UNREADABLE = '[unreadable]'
