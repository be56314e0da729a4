import { useSyncExternalStore } from 'react'
import { discardUpload, fileOfReference, keptReferences, uploadEvidence } from '../../../platform/evidence-upload/index.ts'
import { createEvidenceQueue, type EvidenceQueue } from './evidence-queue.ts'

export const newEvidenceQueue = (): EvidenceQueue =>
  createEvidenceQueue({ upload: uploadEvidence, discard: (id) => void discardUpload(id), references: keptReferences, open: fileOfReference })

export const useQueueItems = (queue: EvidenceQueue) => useSyncExternalStore(queue.subscribe, queue.read, queue.read) // oxlint-disable-line typescript/unbound-method -- made by a function: there is no `this` in them
