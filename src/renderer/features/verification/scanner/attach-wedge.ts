import { createWedge, type WedgeReading } from './wedge.ts'

/**
 * Listens for hand scanners on the whole page. The first characters of a scan always reach the element that has the focus,
 * as nobody can know yet who types. A text field gets the rest too, so that a person who types very fast loses nothing;
 * anything else does not: the blank of a name would press the focused button. The closing Enter or Tab of a scan is
 * swallowed, so that it neither sends a form nor moves the focus. `target` is the element that received the characters.
 */
export function attachWedge(
  page: Pick<Document, 'addEventListener' | 'removeEventListener'>,
  onRead: (reading: WedgeReading, target: EventTarget | null) => void,
): () => void {
  const wedge = createWedge()
  const swallowed = new Set<string>()

  function swallow(event: KeyboardEvent): void {
    swallowed.add(event.code)
    event.preventDefault()
    event.stopPropagation()
  }
  function keyDown(event: KeyboardEvent): void {
    const { key, code, timeStamp: timeMs, shiftKey, repeat } = event
    const shortcut =
      (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph')
    const capsLock = event.getModifierState('CapsLock')
    const verdict = wedge.press({ key, code, timeMs, shiftKey, capsLock, shortcut, repeat })
    if (verdict.kind === 'ignore') return
    if (verdict.kind === 'read') {
      swallow(event)
      onRead(verdict.reading, event.target)
    } else if (!takesText(event.target)) swallow(event)
  }
  /** Firefox presses a button when the key goes up, whatever became of its way down. */
  function keyUp(event: KeyboardEvent): void {
    if (swallowed.delete(event.code)) event.preventDefault()
  }

  // In the capture phase, before a form or a shortcut sees the key.
  page.addEventListener('keydown', keyDown, { capture: true })
  page.addEventListener('keyup', keyUp, { capture: true })
  return () => {
    page.removeEventListener('keydown', keyDown, { capture: true })
    page.removeEventListener('keyup', keyUp, { capture: true })
  }
}

const TEXT_TYPES: ReadonlySet<string> = new Set([
  'text',
  'search',
  'email',
  'tel',
  'url',
  'password',
  'number',
])

function takesText(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return TEXT_TYPES.has(target.type)
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  )
}
