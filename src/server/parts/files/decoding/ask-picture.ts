/** Asks a process for the pixels of a picture that the server does not decode itself (ADR 0081). */
import { LimitPassed, withProcess } from '../documents/document-in-process.ts'
import type { OpenedPicture, PictureAnswer, ProcessFormat } from './picture-messages.ts'

export async function askPicture(
  bytes: Buffer,
  picture: ProcessFormat,
): Promise<OpenedPicture | 'damaged' | 'too-many-pixels'> {
  try {
    const opened = await withProcess(
      (ask) => ask({ picture, bytes }) as Promise<PictureAnswer>, // `open-picture.ts` answers so
    )
    return 'fault' in opened ? opened.fault : opened
  } catch (error) {
    // More memory or time than any photo needs: a remedy is the same as for one that is too large.
    if (error instanceof LimitPassed) return 'too-many-pixels'
    throw error
  }
}
