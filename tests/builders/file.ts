/** A small stored picture with its row, as after an upload. */
import sharp from 'sharp'
import type { Deps } from '#server/deps/deps.ts'

export interface FileWish {
  readonly ownerId: number | null
  readonly purpose: string
  readonly attached?: boolean
  readonly ticketId?: string
}

export async function buildFile(
  deps: Deps,
  { ownerId, purpose, attached = false, ticketId }: FileWish,
): Promise<string> {
  const bytes = await sharp({
    create: { width: 48, height: 60, channels: 3, background: '#207040' },
  })
    .jpeg()
    .toBuffer()
  const id = await deps.library.addPicture({
    purpose: 'card-photo',
    ownerId,
    bytes,
    originalName: 'test.jpg',
  })
  await deps.database.db
    .updateTable('files')
    .set({
      purpose,
      attached_at: attached ? deps.clock.now().toISOString() : null,
      ticket_id: ticketId ?? null,
    })
    .where('id', '=', id)
    .execute()
  return id
}
