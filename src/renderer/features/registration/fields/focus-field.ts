import type { FieldName } from '../application.ts'
import { FIELD_ELEMENT, fieldElementId, sectionElementId, type SectionId } from './sections.ts'

const FOCUSABLE =
  ':is(input, select, textarea, button):not(:disabled, [type=hidden], [tabindex="-1"])'

/** Moves the focus to a field: to the control that is marked faulty, else to its first one. */
export function focusField(name: FieldName): void {
  const place = document.getElementById(fieldElementId(name))
  const control =
    place?.querySelector<HTMLElement>(':is(input, select, textarea)[aria-invalid=true]') ??
    place?.querySelector<HTMLElement>(FOCUSABLE)
  place?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}

/** Moves the focus to the first control of a section. */
export function focusSection(id: SectionId): void {
  const place = document.getElementById(sectionElementId(id))
  place?.scrollIntoView({ block: 'start' })
  place?.querySelector<HTMLElement>(FOCUSABLE)?.focus({ preventScroll: true })
}

const TYPED = ['text', 'tel', 'password']

/**
 * Enter in the middle of the long form moves to the next field, as the key of a phone's keyboard shows. Sending there
 * would respond with a list of all fields that are not filled in yet.
 *
 * @returns true when the focus moved; false in the last field, where Enter sends
 */
export function focusNextField(form: HTMLFormElement, from: EventTarget): boolean {
  if (!(from instanceof HTMLInputElement) || !TYPED.includes(from.type)) return false
  const fields = [
    ...form.querySelectorAll<HTMLElement>(
      `[id^="${FIELD_ELEMENT}"] :is(input, select, textarea):not(:disabled, [tabindex="-1"])`,
    ),
  ]
  const next = fields[fields.indexOf(from) + 1]
  next?.focus()
  return next !== undefined
}
