/**
 * The calls of an upload. The bytes are sent by XMLHttpRequest, which reports progress: on a slow
 * network one part takes minutes.
 */
import { platform } from '@platform'
import { createApiClient } from '#shared/contract/base/client.ts'
import {
  cancelEvidenceUpload,
  finishEvidenceUpload,
  readEvidenceUpload,
  sendEvidenceChunk,
  startEvidenceUpload,
} from '#shared/contract/evidence.ts'
import { ask, CallFailure } from '../calls/api.ts'
import { sendFiles } from '../files/send-files.ts'
import { contentDigest } from './hash/hash-file.ts'
import type { UploadLine } from './upload-job.ts'

export const line: UploadLine = {
  open: (body, signal) => ask(startEvidenceUpload, { body }, { signal }),
  ask: (id, signal) => ask(readEvidenceUpload, { params: { id } }, { signal }),
  finish: (id, signal) => ask(finishEvidenceUpload, { params: { id } }, { signal }),
  cancel: async (id) => void (await ask(cancelEvidenceUpload, { params: { id } })),
  async send(id, offset, bytes, onSent, signal) {
    const body = new Blob([bytes], { type: 'application/octet-stream' })
    const client = createApiClient({
      fetch: platform.withSession(sendFiles(body, (share) => onSent(share * bytes.byteLength))),
    })
    const headers = { 'content-digest': await contentDigest(bytes) }
    const result = await client.call(
      sendEvidenceChunk,
      { params: { id }, query: { offset }, headers },
      { signal },
    )
    if (!result.ok) throw new CallFailure(result)
    return result.value
  },
}
