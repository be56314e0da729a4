import { type Association, BLANK_ASSOCIATION } from '#shared/domain/association.ts'

/** An association that has filled in all that the legal notice asks for. */
export const filledAssociation = (more: Partial<Association> = {}): Association => ({
  ...BLANK_ASSOCIATION,
  name: 'Association des Soudanais de Lyon',
  legalForm: 'Association loi 1901',
  seat: '4 place Bellecour, 69002 Lyon',
  phone: '+33 1 99 00 12 34',
  email: 'bureau@soudanais-lyon.fr',
  rna: 'W691234567',
  siren: '732829320',
  director: 'Amina Idris',
  hostName: 'Hébergeur du Rhône SAS',
  hostAddress: '2 quai Perrache, 69002 Lyon',
  hostPhone: '+33 1 99 00 56 78',
  privacyContact: 'donnees@soudanais-lyon.fr',
  noDataOfficer: 'The office answers for data protection.',
  facebook: 'https://www.facebook.com/soudanais-lyon',
  ...more,
})
