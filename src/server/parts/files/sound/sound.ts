/**
 * Sounds as phones and messengers send them: Ogg (Opus, Vorbis, Speex), MP3, AAC, AMR, WAV and WebM. As with films,
 * nothing is decoded or encoded again: each format is read by its frames alone, and what is no sound is blanked in place
 * (ADR 0006). M4A is a film without a picture, which `film.ts` reads.
 */
import { readAt, type ByteSource } from '../byte-source.ts'
import type { Patches } from '../film/patches.ts'
import { isFrames, readFrames } from './frames.ts'
import { isOgg, readOgg } from './ogg.ts'
import {
  BrokenSound,
  createNotes,
  TooIntricateSound,
  type Examined,
  type Notes,
} from './sound-notes.ts'
import { isWav, readWav } from './wav.ts'
import { isWebm, readWebm } from './webm.ts'

export type ExaminedSound =
  | {
      readonly ok: true
      readonly mediaType: string
      readonly patches: Patches
      readonly isIncomplete: boolean
    }
  | { readonly ok: false; readonly fault: 'damaged' | 'not-evidence' | 'protected' }

interface Format {
  readonly is: (head: Buffer) => boolean
  /** Undefined where it is another kind of file, such as a film. */
  readonly read: (source: ByteSource, notes: Notes) => Promise<Examined | undefined>
}

const FORMATS: readonly Format[] = [
  { is: isOgg, read: readOgg },
  { is: isWav, read: readWav },
  { is: isWebm, read: readWebm },
  // MP3 and AAC last: two bytes are all that they begin with.
  { is: isFrames, read: readFrames },
]

/** @param head some kilobytes */
export const beginsLikeSound = (head: Buffer): boolean => FORMATS.some(({ is }) => is(head))

const HEAD_BYTES = 4_096

export async function examineSound(source: ByteSource): Promise<ExaminedSound> {
  const head = await readAt(source, 0, HEAD_BYTES)
  const format = FORMATS.find(({ is }) => is(head))
  if (format === undefined) return { ok: false, fault: 'not-evidence' }
  const notes = createNotes()
  try {
    const examined = await format.read(source, notes)
    if (examined === undefined) return { ok: false, fault: 'not-evidence' }
    return { ok: true, ...examined, patches: notes.patches() }
  } catch (error) {
    if (error instanceof TooIntricateSound) return { ok: false, fault: 'protected' }
    if (error instanceof BrokenSound || error instanceof RangeError)
      return { ok: false, fault: 'damaged' } // RangeError: a place behind the end
    throw error
  }
}
