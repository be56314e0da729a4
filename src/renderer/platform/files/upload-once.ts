import { CallFailure } from '../calls/call-failure.ts'

type Fields = Readonly<Record<string, File>>
type Addresses<F extends Fields> = { readonly [K in keyof F]: string }

/** The server deletes uploads that nothing uses after 30 minutes; the rest is for the call that uses them. */
const ADDRESS_LIFE_MS = 25 * 60_000

const namesLostUpload = (error: unknown): boolean =>
  error instanceof CallFailure &&
  error.problem !== undefined &&
  error.problem.fields.some(({ code }) => code === 'unknown_file')

interface Ports {
  readonly now: () => number
  readonly uploadFiles: (
    files: Fields,
    options: { readonly onProgress: (share: number) => void },
  ) => Promise<Readonly<Record<string, string>>>
}

/**
 * Uploads pictures for a form, whose change may be refused: what was uploaded before is not sent again, as long as the
 * server still has it.
 */
export function createUploadOnce(ports: Ports) {
  const sent = new Map<File, { readonly address: string; readonly since: number }>()
  return {
    /** Returns the addresses of the pictures. */
    async upload<F extends Fields>(
      files: F,
      onProgress: (share: number) => void,
    ): Promise<Addresses<F>> {
      const since = ports.now() // before the upload, because the server counts from its beginning
      const isHeld = (file: File): boolean =>
        (sent.get(file)?.since ?? -Infinity) > since - ADDRESS_LIFE_MS
      const missing = Object.fromEntries(Object.entries(files).filter(([, file]) => !isHeld(file)))
      if (Object.keys(missing).length > 0) {
        const addresses = await ports.uploadFiles(missing, { onProgress })
        for (const [field, file] of Object.entries(missing))
          sent.set(file, { address: addresses[field] ?? '', since })
      }
      return Object.fromEntries(
        Object.entries(files).map(([field, file]) => [field, sent.get(file)?.address ?? '']),
      ) as Addresses<F> // the same fields
    },
    /** Runs the change that names the addresses. Where the server does not know one any more, the next upload sends all again. */
    async use<T>(change: () => Promise<T>): Promise<T> {
      try {
        return await change()
      } catch (error) {
        if (namesLostUpload(error)) sent.clear()
        throw error
      }
    },
  }
}
