/** A reply renders its faults in a task of its own, which may run after the next frame or two. */
const FRAMES = 20

/**
 * Moves the focus to a field that is named, or to the first fault, in the order of the page, after the faults are rendered. Focus alone would leave
 * the field behind the end of the form, which has just grown by the notice.
 */
export function focusFault(form: HTMLElement | null, name?: string, frames = FRAMES): void {
  requestAnimationFrame(() => {
    const field =
      form?.querySelector<HTMLElement>(`[name="${name}"]`) ??
      form?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (!field && frames > 1) return focusFault(form, name, frames - 1)
    // A group of choices takes no focus itself: its first choice does.
    const control = field?.matches('fieldset') === true ? field.querySelector('input') : field
    control?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'center' })
  })
}
