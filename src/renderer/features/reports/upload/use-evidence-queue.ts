import { useSyncExternalStore } from 'react'
import {
  discardUpload,
  fileOfReference,
  keptReferences,
  uploadEvidence,
} from '../../../platform/evidence-upload/index.ts'
import {
  captureFile,
  forgetCapture,
  noteUpload,
} from '../../../platform/evidence-upload/capture/index.ts'
import { prepareEvidence } from '../../../ui/photo/prepare.ts'
import { createEvidenceQueue, type EvidenceQueue } from './evidence-queue.ts'

export async function shrink(file: File): Promise<File | undefined> {
  const prepared = await prepareEvidence(file)
  return prepared.ok ? prepared.file : undefined
}

export const newEvidenceQueue = (): EvidenceQueue =>
  createEvidenceQueue({
    upload: uploadEvidence,
    shrink,
    discard: (id) => void discardUpload(id),
    references: keptReferences,
    open: fileOfReference,
    captures: {
      seal: captureFile,
      forget: (id) => void forgetCapture(id),
      noteUpload: (id, uploadId) => void noteUpload(id, uploadId),
    },
  })

export const useQueueItems = (queue: EvidenceQueue) =>
  useSyncExternalStore(queue.subscribe, queue.read, queue.read) // oxlint-disable-line typescript/unbound-method -- made by a function: there is no `this` in them
