import { useSyncExternalStore } from 'react'
import {
  captureFile,
  forgetCapture,
  noteUpload,
} from '../../../platform/evidence-upload/capture/index.ts'
import {
  discardUpload,
  fileOfReference,
  keptReferences,
  uploadEvidence,
} from '../../../platform/evidence-upload/index.ts'
import { createEvidenceQueue, type EvidenceQueue } from './evidence-queue.ts'
import { shrink } from './shrink.ts'

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
