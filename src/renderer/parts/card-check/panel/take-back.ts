/**
 * Removes the characters of a hand scan from the field that had the focus: the first characters of a scan cannot be
 * told from typing. What was in the field before stays.
 */
export function withoutScan(value: string, scan: { readonly asTyped: string }): string {
  return value.endsWith(scan.asTyped) ? value.slice(0, value.length - scan.asTyped.length) : value
}

export function takeBack(target: EventTarget, scan: { readonly asTyped: string }): void {
  if (!(target instanceof HTMLInputElement) && !(target instanceof HTMLTextAreaElement)) return
  const value = withoutScan(target.value, scan)
  if (value === target.value) return
  // Through the setter of the prototype, past the one that React puts on the element: React then sees a change and
  // calls onChange, as if the user had deleted the characters.
  const prototype =
    target instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(target, value)
  target.dispatchEvent(new Event('input', { bubbles: true }))
}
