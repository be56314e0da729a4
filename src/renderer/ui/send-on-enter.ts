import type { KeyboardEvent } from 'react'

/** In a field of many lines, where Enter alone begins the next line: Ctrl+Enter, on a Mac Cmd+Enter, sends the form. */
export function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
