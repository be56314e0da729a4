import { useEffect } from 'react'

function sendForm(event: KeyboardEvent): void {
  if (
    event.key !== 'Enter' ||
    !(event.ctrlKey || event.metaKey) ||
    event.repeat ||
    event.isComposing ||
    event.defaultPrevented ||
    !(event.target instanceof Element)
  )
    return
  const form = event.target.closest('form')
  if (form === null) return
  event.preventDefault()
  form.requestSubmit()
}

/**
 * Enter alone does not send from a field of many lines or a select: Ctrl+Enter, on a Mac Cmd+Enter, sends every form, once:
 * the dashboards listen, and what staff also use elsewhere.
 */
export function useSendOnEnter(): void {
  useEffect(() => {
    document.addEventListener('keydown', sendForm)
    return () => document.removeEventListener('keydown', sendForm)
  }, [])
}
