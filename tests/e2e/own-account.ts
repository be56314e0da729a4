/** Steps that the specs of the own account share. */
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { Language } from '#shared/domain/text/languages.ts'
import { buildFile } from '#tests/builders/file.ts'
import {
  buildMember,
  type BuiltMember,
  type MemberWish,
  TEST_PASSWORD,
} from '#tests/builders/member.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { signInAs } from './fixtures.ts'

export const speak = (page: Page, language: Language): Promise<void> =>
  page.evaluate((chosen) => localStorage.setItem('language', chosen), language)

export async function openProfile(
  page: Page,
  member: BuiltMember,
  language: Language = 'en',
): Promise<void> {
  await signInAs(page, member)
  await speak(page, language)
  await page.goto('/profile')
  await page.locator('main h2').first().waitFor()
}

export async function memberWithPhoto(
  { deps }: ApiServer,
  wish: MemberWish = {},
): Promise<BuiltMember & { readonly photo: string }> {
  const member = await buildMember(deps, wish)
  const photo = await buildFile(deps, { ownerId: member.id, purpose: 'wldProfile', attached: true })
  await deps.database.db
    .updateTable('members')
    .set({ card_photo_file: photo, current_village: 'Croix-Rousse' })
    .where('id', '=', member.id)
    .execute()
  return { ...member, photo }
}

export const rowOf = ({ deps }: ApiServer, { id }: BuiltMember) =>
  deps.database.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const portrait = (): Promise<Buffer> =>
  sharp({ create: { width: 600, height: 750, channels: 3, background: '#c0a080' } })
    .jpeg()
    .toBuffer()

/** The first step of a change: the present password, in any language. */
export async function prove(dialog: Locator, password = TEST_PASSWORD): Promise<void> {
  await dialog.locator('input[autocomplete=current-password]').fill(password)
  await dialog.locator('button[type=submit]').click()
}
