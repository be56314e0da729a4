import type { Insertable } from 'kysely'
import type { NewMemberInput } from '#shared/contract/registration.ts'
import type { Language } from '#shared/domain/languages.ts'
import type { MemberTable } from '../../database/schema.ts'
import { newMember } from '../users/new-member.ts'

interface SetByServer {
  readonly number: number
  /** E.164 or empty. */
  readonly phone: string
  readonly language: Language
  readonly passwordHash: string
  readonly at: string
}

/** The row of somebody who asks to become a member: no role but the least, inactive, not validated. */
export const applicantRow = (
  input: NewMemberInput,
  { number, phone, language, passwordHash, at }: SetByServer,
): Insertable<MemberTable> =>
  newMember({
    id: number,
    email: input.email,
    phone,
    passwordHash,
    firstName: input.firstName,
    lastName: input.lastName,
    role: 'ROLE_USER',
    status: 'inactive',
    validated: false,
    at,
    details: {
      tribe: input.tribe,
      current_country: input.currentCountry,
      current_city: input.currentCity,
      current_village: input.currentVillage,
      birth_date: input.birthDate,
      birth_country: input.birthCountry,
      birth_city: input.birthCity,
      birth_village: input.birthVillage,
      marital_status: input.maritalStatus,
      number_of_kids: input.numberOfKids,
      occupation: input.occupation,
      sex: input.sex,
      mothers_first_name: input.mothersFirstName,
      mothers_last_name: input.mothersLastName,
      recommended_by: input.recommendedBy,
      connection_method: input.connectionMethod,
      comments: input.comments,
      newsletter: input.newsletter ? 1 : 0,
      language,
      card_photo_file: input.wldCardPhoto,
      id_front_file: input.idProofPhotoFront,
      id_back_file: input.idProofPhotoBack,
    },
  })
