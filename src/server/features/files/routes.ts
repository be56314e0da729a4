import type { filesRoutes } from '#shared/contract/files.ts'
import type { HandlersOf } from '../../http/handlers.ts'
import { readFile } from './read-file.ts'

export const filesHandlers: HandlersOf<typeof filesRoutes> = {
  'file.read': readFile,
}
