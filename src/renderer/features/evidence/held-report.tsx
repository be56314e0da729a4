import { useHoldsOn } from '../../platform/calls/holds-query.ts'
import { HeldNote } from '../../ui/staff/held-note.tsx'

/** Loaded for staff only. */
export function HeldReport({ id }: { readonly id: number }) {
  return <HeldNote holds={useHoldsOn({ report: String(id) })} effect="bin" />
}
