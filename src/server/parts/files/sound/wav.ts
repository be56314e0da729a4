/** WAV: chunks with a name and a length. Only the form of the samples and the samples are kept. */
import type { ByteSource } from '../byte-source.ts'
import { BrokenSound, createWindow, type Examined, type Notes } from './sound-notes.ts'

const KEPT = ['fmt ', 'fact', 'data']
const CHUNK_HEADER_BYTES = 8
/** Recorders that were stopped early leave a length of nothing, or of all. */
const UNKNOWN_LENGTHS = [0, 0xff_ff_ff_ff]

export const isWav = (head: Buffer): boolean =>
  head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WAVE'

export async function readWav(source: ByteSource, notes: Notes): Promise<Examined> {
  const read = createWindow(source)
  let [at, isIncomplete] = [12, false]
  const found = new Set<string>()
  while (at < source.size) {
    notes.step()
    const head = await read(at, CHUNK_HEADER_BYTES)
    if (head.length < CHUNK_HEADER_BYTES) {
      notes.zero(at, source.size - at)
      break
    }
    const name = head.toString('latin1', 0, 4)
    const stated = head.readUInt32LE(4)
    const rest = source.size - at - CHUNK_HEADER_BYTES
    const isOpenEnded = name === 'data' && UNKNOWN_LENGTHS.includes(stated)
    if (stated > rest && name !== 'data') throw new BrokenSound()
    if (stated > rest || isOpenEnded) isIncomplete = true
    const length = isOpenEnded ? rest : Math.min(stated, rest)
    if (KEPT.includes(name)) found.add(name)
    else {
      notes.write(at, Buffer.from('JUNK', 'latin1'))
      notes.zero(at + CHUNK_HEADER_BYTES, length)
    }
    at += CHUNK_HEADER_BYTES + length + (length % 2)
  }
  if (!found.has('fmt ') || !found.has('data')) throw new BrokenSound()
  return { mediaType: 'audio/wav', isIncomplete }
}
