import type { uploadsRoutes } from '#shared/contract/uploads.ts'
import type { HandlersOf } from '../../http/handlers.ts'
import { signPhoto, signPhotos } from './sign-photos.ts'
import { uploadFiles } from './upload-files.ts'

export const uploadsHandlers: HandlersOf<typeof uploadsRoutes> = {
  'upload.files': uploadFiles,
  'upload.signPhoto': signPhoto,
  'upload.signPhotos': signPhotos,
}
