import { LEFT_VIEW_AFTER_MS } from './repeat-filter.ts'

/** Whether the code that was read last is still held up: until it was out of view as long as the repeat filter waits. */
export function createHeldCode(onChange: (inView: boolean) => void): {
  readonly seen: () => void
  readonly forget: () => void
} {
  let timer: ReturnType<typeof setTimeout> | undefined
  function forget(): void {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    onChange(false)
  }
  return {
    seen() {
      const isNew = timer === undefined
      clearTimeout(timer)
      timer = setTimeout(forget, LEFT_VIEW_AFTER_MS)
      if (isNew) onChange(true)
    },
    forget,
  }
}
