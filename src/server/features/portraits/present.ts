import type { WaitingPortrait } from '#shared/contract/portraits.ts'
import { cardId } from '#shared/domain/member-id.ts'
import type { Library } from '../../files/library.ts'
import type { Caller } from '../../http/caller.ts'
import { fileReference } from '../users/present.ts'
import type { PortraitRow } from './portrait-repository.ts'

export const presentPortrait =
  (library: Pick<Library, 'sign'>, caller: Caller) =>
  (row: PortraitRow): WaitingPortrait => ({
    cardId: cardId(row.id),
    firstName: row.first_name,
    lastName: row.last_name,
    language: row.language,
    sentAt: row.attached_at,
    portrait: fileReference(row.portrait),
    newPhotoUrl: library.sign(row.portrait, 'card', caller.sessionId),
    oldPhotoUrl:
      row.card_photo_file === null
        ? null
        : library.sign(row.card_photo_file, 'card', caller.sessionId),
    own: row.id === caller.memberId,
  })
