/** Attaching uploaded files to a member: only the caller's own uploads that nothing refers to yet. */
import type { Kysely } from 'kysely'
import type { ProblemField } from '#shared/contract/base/problem.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { attachFile, releaseFilesOf } from './own-file-repository.ts'

export interface FileClaim {
  /** Field of the request that named the file. */
  readonly field: string
  readonly fileId: string
  /** Fields of the upload that fit this use. */
  readonly purposes: readonly string[]
}

const PORTRAIT_UPLOADS = ['wldProfile', 'reqProfile'] as const
const FRONT_UPLOADS = ['idProofFront', 'reqIdProofFront'] as const
const BACK_UPLOADS = ['idProofBack', 'reqIdProofBack'] as const

const PURPOSES = [...PORTRAIT_UPLOADS, ...FRONT_UPLOADS, ...BACK_UPLOADS]

export interface MemberFiles {
  readonly wldCardPhoto?: string | undefined
  readonly photoUrl?: string | undefined
  readonly idProofPhotoFront?: string | undefined
  readonly idProofPhotoBack?: string | undefined
}

export function claimsOf(files: MemberFiles): FileClaim[] {
  const table = [
    ['wldCardPhoto', PORTRAIT_UPLOADS],
    ['photoUrl', PORTRAIT_UPLOADS],
    ['idProofPhotoFront', FRONT_UPLOADS],
    ['idProofPhotoBack', BACK_UPLOADS],
  ] as const
  return table.flatMap(([field, purposes]) => {
    const fileId = files[field]
    return fileId === undefined ? [] : [{ field, fileId, purposes }]
  })
}

/**
 * Attaches the files to `ownerId` in the given transaction. Returns the fields whose file is not
 * the uploader's own, is already in use or was uploaded for another purpose; the caller must not
 * commit then.
 */
export async function attachFiles(
  db: Kysely<Schema>,
  claims: readonly FileClaim[],
  {
    uploaderId,
    ownerId,
    at,
  }: { readonly uploaderId: number; readonly ownerId: number; readonly at: string },
): Promise<ProblemField[]> {
  const faults: ProblemField[] = []
  for (const { field, fileId, purposes } of claims) {
    if (!(await attachFile(db, { fileId, purposes, uploaderId, ownerId, at })))
      faults.push({
        path: `body.${field}`,
        code: 'unknown_file',
        message: 'Upload this file first; an address works once, for the one who uploaded it',
      })
  }
  return faults
}

/** Releases all pictures of a member, also one that no column names. */
export const releasePictures = (db: Kysely<Schema>, memberId: number) =>
  releaseFilesOf(db, memberId, PURPOSES)
