/**
 * Takes the characters of a hand scan out of the field that had the focus: nobody can know from the first character that
 * a scanner types. What stood there before stays.
 */
export function withoutScan(value: string, scan: { readonly asTyped: string }): string {
  return value.endsWith(scan.asTyped) ? value.slice(0, value.length - scan.asTyped.length) : value
}

export function takeBack(target: EventTarget, scan: { readonly asTyped: string }): void {
  if (!(target instanceof HTMLInputElement) && !(target instanceof HTMLTextAreaElement)) return
  const value = withoutScan(target.value, scan)
  if (value === target.value) return
  // Through the setter of the prototype, past the one that React puts on the element: React then sees a change and
  // calls onChange, as if the person had deleted the characters.
  const prototype =
    target instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(target, value)
  target.dispatchEvent(new Event('input', { bubbles: true }))
}
