/** The declared type of a file. Only decoding shows whether it is true. */
const NAMED_PICTURE = /\.(?:jpe?g|jfif|png|webp|gif|heic|heif|avif|bmp)$/i
/** HEIC and its relative AVIF, which older browsers do not open either. */
const HEIC = /^image\/(?:hei[cf](?:-sequence)?|avif)$/i
const TIFF = /^image\/tiff$/i

interface NamedFile {
  readonly name: string
  readonly type: string
}

/** HEIC first of all: without it in the list, iPhones convert a photo, and some Androids hide it. */
export const ACCEPTED =
  'image/jpeg,image/png,image/webp,image/gif,image/heic,image/heif,image/avif,.heic,.heif,.avif'

export const isHeic = ({ name, type }: NamedFile): boolean =>
  HEIC.test(type) || /\.(?:hei[cf]|avif)$/i.test(name)

/** No browser but Safari opens them, and the server takes none. */
export const isTiff = ({ name, type }: NamedFile): boolean =>
  TIFF.test(type) || (type === '' && /\.tiff?$/i.test(name))

/** Drawings of vectors are no photos; a file without a type (Windows knows no HEIC) is judged by its name. */
export const mayBePicture = ({ name, type }: NamedFile): boolean =>
  type === '' || type === 'application/octet-stream'
    ? NAMED_PICTURE.test(name)
    : type.startsWith('image/') && type !== 'image/svg+xml'

/** `IMG_2041.HEIC` becomes `IMG_2041.jpg`: what is sent is always JPEG. */
export const asJpegName = (name: string): string =>
  `${name.replace(/\.[^.]{1,5}$/, '') || 'photo'}.jpg`
