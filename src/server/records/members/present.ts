/**
 * Rows of members in the shapes of the contract. Fields that a shape does not name never leave the
 * server.
 */
import type * as z from 'zod'
import type { FoundMember, OwnMember } from '#shared/contract/base/schemas.ts'
import type { FullMember, ListedMember } from '#shared/contract/users.ts'
import { blankFields } from '#shared/domain/people/member-fields.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { isActiveStatus } from '#shared/domain/people/member-status.ts'
import { readFields } from './field-columns.ts'
import type { MemberRow } from './member-repository.ts'

/** Unsigned reference to a picture: it can be signed, but not viewed. */
export const fileReference = (fileId: string): string => `/api/files/${fileId}`

const photoOf = (fileId: string | null): { photoUrl: string } | null =>
  fileId === null ? null : { photoUrl: fileReference(fileId) }

const foundAccount = (row: MemberRow) => ({
  id: cardId(row.id),
  cardId: cardId(row.id),
  role: { id: row.role },
  status: row.status,
  isActive: isActiveStatus(row.status),
  createdAt: row.created_at,
  wldCardPhoto: photoOf(row.card_photo_file),
})

export const listedAccount = (row: MemberRow) => ({
  ...foundAccount(row),
  validated: row.validated === 1,
})

const ownAccount = (row: MemberRow) => ({
  ...listedAccount(row),
  language: row.language,
  newsletter: row.newsletter === 1,
  notifications: row.notifications === 1,
  photoPending: row.pending_photo_file !== null,
})

export const fullAccount = (row: MemberRow) => ({
  ...ownAccount(row),
  connectionMethod: row.connection_method,
  idProofPhotos: [row.id_front_file, row.id_back_file].flatMap((id) => photoOf(id) ?? []),
  updatedAt: row.updated_at,
})

export const presentOwnMember = (row: MemberRow, nationalities: readonly string[]): OwnMember => ({
  ...ownAccount(row),
  ...readFields('own', row, nationalities),
})

/** A row of a list: never documents, never the mother's names (ADR 0027). */
export const presentListedMember = (
  row: MemberRow,
  nationalities: readonly string[],
): ListedMember => ({ ...listedAccount(row), ...readFields('list', row, nationalities) })

/** Of a member whose session waits for the second factor: what the greeting needs. The rest stays blank until then. */
export const presentWaitingMember = (row: MemberRow): OwnMember => ({
  ...foundAccount(row),
  ...blankFields('own'),
  ...readFields('waiting', row, []),
  language: row.language,
  validated: false,
  newsletter: false,
  notifications: false,
  wldCardPhoto: null,
  photoPending: false,
})

/** All fields, for staff who manage members; each read is logged. */
export const presentFullMember = (
  row: MemberRow,
  nationalities: readonly string[],
): z.output<typeof FullMember> => ({
  ...fullAccount(row),
  ...readFields('record', row, nationalities),
})

/** @param signedPhoto address signed for the caller, or null where there is no photo */
export const presentFoundMember = (row: MemberRow, signedPhoto: string | null): FoundMember => ({
  ...foundAccount(row),
  ...readFields('found', row, []),
  wldCardPhoto: signedPhoto === null ? null : { photoUrl: signedPhoto },
})
