/** One range of a `Range` header (RFC 9110): as video players and document viewers send it. */
export type ByteRange =
  | { readonly kind: 'whole' }
  | {
      readonly kind: 'part'
      readonly start: number
      /** Last byte, included. */ readonly end: number
    }
  | { readonly kind: 'unsatisfiable' }

/** Several ranges, other units and malformed headers are ignored, as the standard allows: the response is the whole file. */
export function readRange(header: string | undefined, size: number): ByteRange {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  const [, first = '', last = ''] = match ?? []
  if (match === null || (first === '' && last === '')) return { kind: 'whole' }
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0
      ? { kind: 'unsatisfiable' }
      : { kind: 'part', start: size - length, end: size - 1 }
  }
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)]
  if (last !== '' && Number(last) < start) return { kind: 'whole' }
  return start >= size ? { kind: 'unsatisfiable' } : { kind: 'part', start, end }
}
