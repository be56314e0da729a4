/**
 * Moves the focus to a field that is named, or to the first fault, in the order of the page, after the faults are rendered. Focus alone would leave
 * the field behind the end of the form, which has just grown by the notice.
 */
export const focusFault = (form: HTMLElement | null, name?: string): void =>
  void requestAnimationFrame(() => {
    const field =
      form?.querySelector<HTMLElement>(`[name="${name}"]`) ??
      form?.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'center' })
  })
