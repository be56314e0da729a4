/** What the specs of registration requests share: applicants with documents, and reviewers. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { buildMember, type BuiltMember, type MemberWish } from '#tests/builders/member.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { signInAs } from './fixtures.ts'

export const db = ({ deps }: ApiServer) => deps.database.db

type Purpose = 'card-photo' | 'identity-front' | 'identity-back'
export async function addPicture(
  { deps }: ApiServer,
  ownerId: number,
  purpose: Purpose,
  colour: string,
): Promise<string> {
  const [width, height] = purpose === 'card-photo' ? [480, 600] : [856, 540]
  const bytes = await sharp({ create: { width, height, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()
  return deps.library.addPicture({
    purpose,
    ownerId,
    bytes,
    originalName: 'photo.jpg',
  })
}

export async function documented(
  server: ApiServer,
  wish: MemberWish = {},
): Promise<BuiltMember & { readonly front: string; readonly photo: string }> {
  const member = await buildMember(server.deps, wish)
  const [front, back, photo] = [
    await addPicture(server, member.id, 'identity-front', '#ffffff'),
    await addPicture(server, member.id, 'identity-back', '#f0f0f0'),
    await addPicture(server, member.id, 'card-photo', '#c0a080'),
  ]
  await db(server)
    .updateTable('members')
    .set({ id_front_file: front, id_back_file: back, card_photo_file: photo })
    .where('id', '=', member.id)
    .execute()
  return { ...member, front, photo }
}

let minute = 0
export async function applicant(server: ApiServer, wish: MemberWish = {}) {
  minute += 1
  const person = await documented(server, {
    birthDate: `1980-01-${String((minute % 27) + 1).padStart(2, '0')}`,
    status: 'inactive',
    ...wish,
  })
  const requestId = `REQ_${person.id}`
  await db(server)
    .updateTable('members')
    .set({ validated: 0 })
    .where('id', '=', person.id)
    .execute()
  await db(server)
    .insertInto('registration_requests')
    .values({
      id: requestId,
      member_id: person.id,
      status: 'pending',
      comment: '',
      decided_by: null,
      decided_at: null,
      created_at: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
    })
    .execute()
  return { ...person, requestId }
}
export const emptyQueue = (server: ApiServer) =>
  db(server).deleteFrom('registration_requests').execute()

export async function enterAs(
  page: Page,
  server: ApiServer,
  role: 'admin' | 'content' | 'moderator' | 'reviewer',
  wish: MemberWish = {},
): Promise<BuiltMember> {
  const person = await buildMember(server.deps, {
    role,
    firstName: 'Hawa',
    lastName: `Reviewer ${role}`,
    ...wish,
  })
  await signInAs(page, person)
  return person
}
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
export const dialog = (page: Page) => page.getByRole('dialog')
