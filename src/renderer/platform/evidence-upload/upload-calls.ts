import { createApiClient } from '#shared/contract/base/client.ts'
import {
  cancelEvidenceUpload,
  finishEvidenceUpload,
  readEvidenceUpload,
  sendEvidenceChunk,
  startEvidenceUpload,
} from '#shared/contract/evidence.ts'
/**
 * The calls of an upload. The bytes are sent by XMLHttpRequest, which reports progress: on a slow
 * network one part takes minutes.
 */
import { platform } from '@platform'
import { ask, CallFailure } from '../calls/api.ts'
import { askAsWitness } from '../calls/ask-as-witness.ts'
import { sendFiles } from '../files/send-files.ts'
import { contentDigest } from './hash/hash-file.ts'
import type { UploadCalls } from './upload-job.ts'

/** @param receipt of a witness, whose calls carry no session */
export function createUploadCalls(receipt?: string): UploadCalls {
  const call = receipt === undefined ? ask : askAsWitness
  const bearer = receipt === undefined ? {} : { bearer: receipt }
  const withSession = (send: typeof fetch) =>
    receipt === undefined ? platform.withSession(send) : send
  return {
    open: (body, signal) => call(startEvidenceUpload, { body }, { signal, ...bearer }),
    ask: (id, signal) => call(readEvidenceUpload, { params: { id } }, { signal, ...bearer }),
    finish: (id, signal) => call(finishEvidenceUpload, { params: { id } }, { signal, ...bearer }),
    cancel: async (id) => void (await call(cancelEvidenceUpload, { params: { id } }, bearer)),
    async send(id, offset, bytes, onSent, signal) {
      const body = new Blob([bytes], { type: 'application/octet-stream' })
      const client = createApiClient({
        fetch: withSession(sendFiles(body, (share) => onSent(share * bytes.byteLength))),
      })
      const headers = { 'content-digest': await contentDigest(bytes) }
      const result = await client.call(
        sendEvidenceChunk,
        { params: { id }, query: { offset }, headers },
        { signal, ...bearer },
      )
      if (!result.ok) throw new CallFailure(result)
      return result.value
    },
  }
}

export const uploadCalls = createUploadCalls()
