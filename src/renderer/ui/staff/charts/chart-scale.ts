/** Geometry of the charts, without a browser. */

const STEPS = [1, 2, 2.5, 5, 10]
const TICKS = 4

/** Round values for the axis of counts, from 0 to at least `max`: never fractions of a person. */
export function valueTicks(max: number): readonly number[] {
  if (!(max > 0)) return [0, 1]
  const rough = max / TICKS
  const power = 10 ** Math.floor(Math.log10(rough))
  const step =
    STEPS.map((factor) => factor * power).find(
      (candidate) => candidate >= rough && Number.isInteger(candidate),
    ) ?? 1
  const ticks: number[] = []
  for (let tick = 0; tick < max + step; tick += step) ticks.push(tick)
  return ticks
}

/** Which labels are drawn where not all have room: the last one always, it is "now". */
export function labelStride(count: number, widthPx: number, labelPx: number): number {
  const room = Math.max(1, Math.floor(widthPx / labelPx))
  return Math.max(1, Math.ceil(count / room))
}

export const showsLabel = (index: number, count: number, stride: number): boolean =>
  (count - 1 - index) % stride === 0

export interface ChartRow {
  readonly label: string
  readonly value: number
  /** Under the axis, where the whole label is too long. */
  readonly short?: string
  /** The period is not over: what it counts so far is drawn as unfinished, and its label says so. */
  readonly isRunning?: boolean
}

export interface ChartSummary {
  readonly total: number
  readonly most: ChartRow | undefined
}

export function summarise(rows: readonly ChartRow[]): ChartSummary {
  const most = rows.reduce<ChartRow | undefined>(
    (best, row) => (best === undefined || row.value > best.value ? row : best),
    undefined,
  )
  const isAlone = rows.filter(({ value }) => value === most?.value).length === 1
  return {
    total: rows.reduce((sum, { value }) => sum + value, 0),
    most: isAlone && most !== undefined && most.value > 0 ? most : undefined,
  }
}
