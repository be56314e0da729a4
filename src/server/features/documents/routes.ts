import type { documentsRoutes } from '#shared/contract/documents.ts'
import type { HandlersOf } from '../../http/handlers.ts'
import { readDocuments, listDocumentViews } from './list-documents.ts'

export const documentsHandlers: HandlersOf<typeof documentsRoutes> = {
  'document.read': readDocuments,
  'account.documentViews': listDocumentViews,
}
