import type { CallArguments } from '#shared/contract/define-route.ts'
import type { createRegistration } from '#shared/contract/registration.ts'
import { toLatinDigits } from '#shared/domain/digits.ts'
import type { Language } from '#shared/domain/languages.ts'
import { canonicalName } from '#shared/domain/person-name.ts'
import {
  type Application,
  type FieldName,
  OTHER_OCCUPATION,
  type PhotoName,
} from '../application.ts'
import { writtenDate } from '../form/birth-date-parts.ts'

type Registration = CallArguments<typeof createRegistration>['body']
type UploadField = 'reqIdProofFront' | 'reqIdProofBack' | 'reqProfile'

/** Field of the upload, and name in the registration, of each photo (docs/spec/registration.md, 3). */
export const PHOTO_NAMES = {
  idFront: { upload: 'reqIdProofFront', registration: 'idProofPhotoFront' },
  idBack: { upload: 'reqIdProofBack', registration: 'idProofPhotoBack' },
  portrait: { upload: 'reqProfile', registration: 'wldCardPhoto' },
} as const satisfies Record<
  PhotoName,
  { readonly upload: UploadField; readonly registration: string }
>

export interface ProvenParts {
  readonly email: string
  readonly language: Language
  /** The number with its country code, or empty. */
  readonly phone: string
  readonly photos: Readonly<Record<PhotoName, string>>
}

/** Countries go as ISO codes: a browser and the server may know a country by different English names. */
export const toRegistration = (
  application: Application,
  { email, language, phone, photos }: ProvenParts,
) =>
  ({
    firstName: canonicalName(application.firstName),
    lastName: canonicalName(application.lastName),
    email,
    password: application.password,
    phone,
    tribe: application.tribe.trim(),
    currentCountry: application.currentCountry,
    currentCity: application.currentCity.trim(),
    currentVillage: application.currentVillage.trim(),
    birthDate: writtenDate(application.birthDate) ?? application.birthDate,
    birthCountry: application.birthCountry,
    birthCity: application.birthCity.trim(),
    birthVillage: application.birthVillage.trim(),
    maritalStatus: application.maritalStatus,
    numberOfKids: Number(toLatinDigits(application.numberOfKids.trim())),
    occupation: occupationOf(application),
    sex: application.sex,
    mothersFirstName: canonicalName(application.mothersFirstName),
    mothersLastName: canonicalName(application.mothersLastName),
    recommendedBy: application.recommendedBy.trim(),
    connectionMethod: 'email' as const,
    nationalities: [...application.nationalities],
    comments: application.comments.trim(),
    newsletter: application.newsletter,
    language,
    termsAccepted: true as const,
    idProofPhotoFront: photos.idFront,
    idProofPhotoBack: photos.idBack,
    wldCardPhoto: photos.portrait,
  }) satisfies Registration

export const occupationOf = ({
  occupation,
  otherOccupation,
}: Pick<Application, 'occupation' | 'otherOccupation'>): string =>
  occupation === OTHER_OCCUPATION ? otherOccupation.trim() : occupation

/** The field of the form for each fault that the server finds. */
export const PLACES: Readonly<Record<string, FieldName | 'root.email'>> = {
  firstName: 'firstName',
  lastName: 'lastName',
  sex: 'sex',
  maritalStatus: 'maritalStatus',
  numberOfKids: 'numberOfKids',
  tribe: 'tribe',
  email: 'root.email',
  phone: 'phone',
  password: 'password',
  birthDate: 'birthDate',
  birthCountry: 'birthCountry',
  birthCity: 'birthCity',
  birthVillage: 'birthVillage',
  currentCountry: 'currentCountry',
  currentCity: 'currentCity',
  currentVillage: 'currentVillage',
  mothersFirstName: 'mothersFirstName',
  mothersLastName: 'mothersLastName',
  occupation: 'otherOccupation',
  nationalities: 'nationalities',
  recommendedBy: 'recommendedBy',
  comments: 'comments',
  newsletter: 'newsletter',
  termsAccepted: 'termsAccepted',
  idProofPhotoFront: 'idFront',
  idProofPhotoBack: 'idBack',
  wldCardPhoto: 'portrait',
  reqIdProofFront: 'idFront',
  reqIdProofBack: 'idBack',
  reqProfile: 'portrait',
}
