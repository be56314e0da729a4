/** Uploads are read as streams, by the routes that ask for them; everywhere else multipart/form-data stays a 415. */
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { DOCUMENT_MAX_BYTES, UPLOAD_FILES_MAX } from '#shared/contract/uploads.ts'

/** The parser stops a little beyond what we accept, so that what is too much can be named rather than cut off. */
const LIMITS = {
  files: UPLOAD_FILES_MAX * 2,
  fields: UPLOAD_FILES_MAX,
  parts: UPLOAD_FILES_MAX * 3,
  fileSize: DOCUMENT_MAX_BYTES + 1,
  fieldSize: 1_024,
  fieldNameSize: 100,
  headerPairs: 20,
}

export function mountWithMultipart(
  app: FastifyInstance,
  mountRoute: (scope: FastifyInstance) => void,
): void {
  void app.register(async (scope) => {
    await scope.register(multipart, { limits: LIMITS, throwFileSizeLimit: false })
    mountRoute(scope)
  })
}
