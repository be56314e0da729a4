import type { KeyboardEvent } from 'react'

/** Where Enter alone does not send (a field of many lines, a select): Ctrl+Enter, on a Mac Cmd+Enter, sends the form. */
export function sendOnEnter(
  event: KeyboardEvent<HTMLTextAreaElement | HTMLSelectElement | HTMLButtonElement>,
): void {
  if (
    event.key !== 'Enter' ||
    !(event.ctrlKey || event.metaKey) ||
    event.repeat ||
    event.nativeEvent.isComposing
  )
    return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
