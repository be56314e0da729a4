import { platform } from '@platform'
import { createApiClient } from '#shared/contract/client.ts'
import { importMembers, type ImportReport } from '#shared/contract/members.ts'
import { CallFailure } from '../../platform/api.ts'
import { sendFiles } from '../../platform/send-files.ts'

interface ImportWish {
  readonly dryRun: boolean
  readonly skipInvalid: boolean
  readonly onProgress: (share: number) => void
}

export async function sendImport(
  file: File,
  { dryRun, skipInvalid, onProgress }: ImportWish,
): Promise<ImportReport> {
  const form = new FormData()
  form.append('file', file, file.name)
  const client = createApiClient({ fetch: platform.withSession(sendFiles(form, onProgress)) })
  const result = await client.call(importMembers, {
    query: { dryRun: dryRun ? 'true' : 'false', skipInvalid: skipInvalid ? 'true' : 'false' },
  })
  if (!result.ok) throw new CallFailure(result)
  return result.value
}
