import type { ScanPipeline } from '../../src/renderer/parts/scanner/decoder/attempt.ts'
import type { ScanFrame } from '../../src/renderer/parts/scanner/decoder/image.ts'

/** A card that is held still shows the same frame again; a second and third look try other treatments. */
export const LOOKS_A_FRAME = 4

interface Count {
  total: number
  found: number
  foundFirst: number
  falseReads: number
}

interface Score extends Count {
  medianMs: number
  p95Ms: number
  byCategory: Record<string, Count>
}

export interface Scorer {
  add: (frame: ScanFrame, truth: { text: string | null; category: string }) => Promise<void>
  score: () => Score
}

/**
 * Shows a frame up to four times. `total` counts all frames; one whose truth is null is included and cannot be found,
 * only falsely read. `found` is an exact text within the looks, `foundFirst` on the first. Times are of single looks.
 */
export function createScorer(pipeline: Pick<ScanPipeline, 'step' | 'reset'>): Scorer {
  const all = emptyCount()
  const byCategory = new Map<string, Count>()
  const timesMs: number[] = []
  return {
    async add(frame, { text: truth, category }) {
      const own = byCategory.get(category) ?? emptyCount()
      byCategory.set(category, own)
      const both = [all, own]
      for (const count of both) count.total++
      pipeline.reset()
      for (let look = 0; look < LOOKS_A_FRAME; look++) {
        const startedMs = performance.now()
        const { text } = await pipeline.step(frame)
        timesMs.push(performance.now() - startedMs)
        if (text === null) continue
        if (text !== truth) {
          for (const count of both) count.falseReads++
          continue
        }
        for (const count of both) {
          count.found++
          if (look === 0) count.foundFirst++
        }
        return
      }
    },
    score: () => ({
      ...all,
      medianMs: quantile(timesMs, 0.5),
      p95Ms: quantile(timesMs, 0.95),
      byCategory: Object.fromEntries(byCategory),
    }),
  }
}

function emptyCount(): Count {
  return { total: 0, found: 0, foundFirst: 0, falseReads: 0 }
}

/** Nearest rank, in hundredths of a millisecond; 0 without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
  return Math.round(value * 100) / 100
}
