/** Pictures of events and news: an upload of the caller, or a picture that is already in use. */
import type { Transaction } from 'kysely'
import type { ProblemField } from '#shared/contract/base/problem.ts'
import { refuse, type Refusal } from '../../base/outcome.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { claimUpload } from '../../parts/files/file-repository.ts'
import { releaseFiles } from '../files/own-file-repository.ts'
import { isReportField } from '../files/policy.ts'
import { isShown, lockFile } from './cover-repository.ts'

export interface CoverWish {
  /** The present picture of the event or article. */
  readonly held: string | null
  readonly wanted: string | null
  readonly use: 'event' | 'news'
  readonly uploaderId: number
  readonly at: string
}

const NOT_A_COVER: ProblemField = {
  path: 'body.image',
  code: 'unknown_file',
  message: 'Upload a picture under "report" first, or give the picture of another event or article',
}

async function isTaken(
  db: Transaction<Schema>,
  fileId: string,
  { use, uploaderId, at }: CoverWish,
): Promise<boolean> {
  const mediaType = (await claimUpload(db, { id: fileId, uploaderId, at, fits: isReportField }))
    ?.media_type
  await lockFile(db, fileId, mediaType === undefined ? {} : { purpose: use })
  return mediaType === undefined ? isShown(db, fileId) : mediaType.startsWith('image/')
}

/**
 * Takes the wanted picture into use. Identity documents and portraits are refused: they were
 * uploaded for another purpose, and a cover becomes public. After a refusal the caller must not
 * commit.
 */
export async function takeCover(
  db: Transaction<Schema>,
  wish: CoverWish,
): Promise<Refusal | undefined> {
  const { held, wanted } = wish
  if (wanted === null || wanted === held || (await isTaken(db, wanted, wish))) return undefined
  return refuse('invalid', { fields: [NOT_A_COVER] })
}

/** Releases a picture that is no longer in use. The caller first removes it from its row. */
export async function releaseCover(db: Transaction<Schema>, fileId: string | null): Promise<void> {
  if (fileId === null) return
  await lockFile(db, fileId)
  if (!(await isShown(db, fileId))) await releaseFiles(db, [fileId])
}
