import { uploadFiles } from './upload.ts'

type Fields = Readonly<Record<string, File>>

/**
 * Uploads pictures and returns their addresses; pictures that were uploaded before a change was refused are not sent
 * again.
 */
export function createUploadOnce() {
  const sent = new Map<File, string>()
  return async <F extends Fields>(
    files: F,
    onProgress: (share: number) => void,
  ): Promise<{ readonly [K in keyof F]: string }> => {
    const missing = Object.fromEntries(Object.entries(files).filter(([, file]) => !sent.has(file)))
    if (Object.keys(missing).length > 0) {
      const addresses = await uploadFiles(missing, { onProgress })
      for (const [field, file] of Object.entries(missing)) sent.set(file, addresses[field] ?? '')
    }
    return Object.fromEntries(
      Object.entries(files).map(([field, file]) => [field, sent.get(file) ?? '']),
    ) as { readonly [K in keyof F]: string } // the same fields
  }
}
