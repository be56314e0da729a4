/** One byte range of RFC 9110; several at once get the whole file. */
export type RangeResult =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly from: number; readonly to: number }
  | { readonly kind: 'unsatisfiable' }

const WHOLE: RangeResult = { kind: 'whole' }

/** `to` is the last byte, included. A header that cannot be read is ignored, as the standard asks. */
export function parseRange(header: string | null, size: number): RangeResult {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (match === null) return WHOLE
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return WHOLE
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0
      ? { kind: 'unsatisfiable' }
      : { kind: 'part', from: size - length, to: size - 1 }
  }
  const from = Number(first)
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < from) return WHOLE
  return from >= size ? { kind: 'unsatisfiable' } : { kind: 'part', from, to }
}
