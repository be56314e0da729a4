/** One document, examined in a thread of its own: started by `clean-in-worker.ts`. */
import { parentPort, workerData } from 'node:worker_threads'
import type { DocumentWork } from './clean-in-worker.ts'
import { cleanDocument } from './documents.ts'

const { bytes, mediaType } = workerData as DocumentWork // set by `clean-in-worker.ts`
const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) // a Buffer arrives as its base class
parentPort?.postMessage(await cleanDocument(view, mediaType))
