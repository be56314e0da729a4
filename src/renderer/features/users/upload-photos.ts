import { uploadFiles } from '../../platform/upload.ts'

type Fields = Readonly<Record<string, File>>

/** Sends pictures and answers their addresses; those that were sent before a change was refused are not sent a second time. */
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
