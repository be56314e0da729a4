/**
 * Rows of members in the shapes of the contract. Fields that a shape does not name never leave the
 * server.
 */
import type * as z from 'zod'
import type { FullMember, ListedMember } from '#shared/contract/users.ts'
import type { FoundMember, OwnMember } from '#shared/contract/base/schemas.ts'
import { countryNameInEnglish } from '#shared/domain/people/countries.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { isActiveStatus } from '#shared/domain/people/member-status.ts'
import type { MemberRow } from './member-repository.ts'

/** Unsigned reference to a picture: it can be signed, but not viewed. */
export const fileReference = (fileId: string): string => `/api/files/${fileId}`

export function presentOwnMember(row: MemberRow, nationalities: readonly string[]): OwnMember {
  return {
    ...presentListedMember(row, nationalities),
    mothersFirstName: row.mothers_first_name,
    mothersLastName: row.mothers_last_name,
    language: row.language,
    newsletter: row.newsletter === 1,
    notifications: row.notifications === 1,
    photoPending: row.pending_photo_file !== null,
  }
}

/**
 * A row of a list: never documents, never the mother's names (ADR 0027). It does not read them
 * either: they are sealed, and opened when they are read.
 */
export function presentListedMember(
  row: MemberRow,
  nationalities: readonly string[],
): ListedMember {
  return {
    id: cardId(row.id),
    cardId: cardId(row.id),
    email: row.email,
    phone: row.phone,
    firstName: row.first_name,
    lastName: row.last_name,
    role: { id: row.role },
    status: row.status,
    isActive: isActiveStatus(row.status),
    validated: row.validated === 1,
    tribe: row.tribe,
    currentCountry: countryNameInEnglish(row.current_country),
    currentCity: row.current_city,
    currentVillage: row.current_village,
    birthDate: row.birth_date,
    birthCountry: countryNameInEnglish(row.birth_country),
    birthCity: row.birth_city,
    birthVillage: row.birth_village,
    maritalStatus: row.marital_status,
    numberOfKids: row.number_of_kids,
    occupation: row.occupation,
    sex: row.sex,
    nationalities: nationalities.map(countryNameInEnglish),
    createdAt: row.created_at,
    wldCardPhoto: photoOf(row.card_photo_file),
  }
}

/** Of a member whose session waits for the second factor: what the greeting needs. The rest stays blank until then. */
export const presentWaitingMember = ({
  id,
  first_name: firstName,
  last_name: lastName,
  role,
  status,
  language,
  created_at: createdAt,
}: MemberRow): OwnMember => ({
  id: cardId(id),
  cardId: cardId(id),
  email: '',
  phone: '',
  firstName,
  lastName,
  role: { id: role },
  status,
  isActive: isActiveStatus(status),
  validated: false,
  tribe: '',
  currentCountry: '',
  currentCity: '',
  currentVillage: '',
  birthDate: '',
  birthCountry: '',
  birthCity: '',
  birthVillage: '',
  maritalStatus: '',
  numberOfKids: 0,
  occupation: '',
  sex: '',
  mothersFirstName: '',
  mothersLastName: '',
  nationalities: [],
  language,
  newsletter: false,
  notifications: false,
  createdAt,
  wldCardPhoto: null,
  photoPending: false,
})

const photoOf = (fileId: string | null): { photoUrl: string } | null =>
  fileId === null ? null : { photoUrl: fileReference(fileId) }

/** All fields, for staff who manage members; each read is logged. */
export function presentFullMember(
  row: MemberRow,
  nationalities: readonly string[],
): z.output<typeof FullMember> {
  return {
    ...presentOwnMember(row, nationalities),
    recommendedBy: row.recommended_by,
    approverComment: row.approver_comment,
    comments: row.comments,
    connectionMethod: row.connection_method,
    idProofPhotos: [row.id_front_file, row.id_back_file].flatMap((id) => photoOf(id) ?? []),
    updatedAt: row.updated_at,
  }
}

/** @param signedPhoto address signed for the caller, or null where there is no photo */
export function presentFoundMember(row: MemberRow, signedPhoto: string | null): FoundMember {
  return {
    id: cardId(row.id),
    cardId: cardId(row.id),
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    birthDate: row.birth_date,
    role: { id: row.role },
    status: row.status,
    isActive: isActiveStatus(row.status),
    currentCountry: countryNameInEnglish(row.current_country),
    currentCity: row.current_city,
    createdAt: row.created_at,
    wldCardPhoto: signedPhoto === null ? null : { photoUrl: signedPhoto },
  }
}
