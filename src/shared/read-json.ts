import type * as z from 'zod'

/** Undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Undefined for what is no JSON, or has another shape: damaged, from a stranger, or of another version. */
export function readJson<S extends z.ZodType>(shape: S, text: string): z.output<S> | undefined {
  try {
    return shape.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
