import type { BackupFolder } from './backup-folder.ts'

const CHUNK_MAX_BYTES = 1024 * 1024
/** On average so many lines; the place of a cut follows from the line alone. */
const CHUNK_LINES = 512

/**
 * Collects lines into chunks. A chunk ends where the hash of a line says so: a row that is inserted or
 * deleted changes its own chunk, and all others keep their content and with it their object.
 */
export function createChunks(folder: Pick<BackupFolder, 'put'>) {
  const chunks: string[] = []
  let lines: string[] = []
  let length = 0
  let written = 0
  const end = async (): Promise<void> => {
    if (lines.length === 0) return
    const { id, isNew } = await folder.put(Buffer.from(`${lines.join('\n')}\n`))
    if (isNew) written += 1
    chunks.push(id)
    lines = []
    length = 0
  }
  return {
    /** @param key decides where chunks end: what does not change when the rest of the line does */
    async add(key: string, value: unknown): Promise<void> {
      const line = JSON.stringify(value)
      lines.push(line)
      length += line.length
      if (length >= CHUNK_MAX_BYTES || hashOf(key) % CHUNK_LINES === 0) await end()
    },
    async finish(): Promise<{ readonly chunks: string[]; readonly written: number }> {
      await end()
      return { chunks, written }
    },
  }
}

/** FNV-1a, 32 bits: it only spreads the cuts. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  return hash >>> 8
}
