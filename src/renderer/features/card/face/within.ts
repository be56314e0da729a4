/** docs/spec/card.md, 4: an image that is not there after this time is left out. */
export const IMAGE_TIMEOUT_MS = 15_000

/** The value, or undefined when it fails or takes longer than the limit. */
export function within<T>(limitMs: number, work: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), limitMs)
  })
  const done = work.catch(() => undefined)
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}
