/** Structured-clone values as text. Used by both sides; its source is injected into the page, so it imports nothing. */
export interface Codec {
  encode(value: unknown): string
  decode(text: string): unknown
}

export function makeCodec(): Codec {
  const bytesToText = (bytes: Uint8Array): string => {
    let text = ''
    for (let at = 0; at < bytes.length; at += 0x80_00)
      text += String.fromCharCode(...bytes.subarray(at, at + 0x80_00))
    return btoa(text)
  }
  const tag = (value: unknown): unknown => {
    if (value === undefined) return { $: 'undefined' }
    if (typeof value === 'bigint') return { $: 'bigint', v: String(value) }
    if (typeof value === 'number' && !Number.isFinite(value))
      return { $: 'number', v: String(value) }
    if (value === null || typeof value !== 'object') return value
    if (value instanceof Date) return { $: 'date', v: value.getTime() }
    if (value instanceof Map) return { $: 'map', v: [...value].map(tag) }
    if (value instanceof Set) return { $: 'set', v: [...value].map(tag) }
    if (value instanceof Error) return { $: 'error', v: value.message }
    if (value instanceof ArrayBuffer) return { $: 'buffer', v: bytesToText(new Uint8Array(value)) }
    if (ArrayBuffer.isView(value))
      return {
        $: 'bytes',
        v: bytesToText(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)),
      }
    if (Array.isArray(value)) return value.map(tag)
    const plain = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, tag(item)]))
    return '$' in plain ? { $: 'object', v: plain } : plain
  }
  const untagAll = (object: object): object =>
    Object.fromEntries(Object.entries(object).map(([key, item]) => [key, untag(item)]))
  const textToBytes = (text: string): Uint8Array =>
    Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  const untag = (value: unknown): unknown => {
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) return value.map(untag)
    const { $, v } = value as { $?: string; v?: never } // the form that `tag` writes
    switch ($) {
      case 'undefined':
        return undefined
      case 'bigint':
        return BigInt(v as unknown as string) // written by tag
      case 'number':
        return Number(v)
      case 'date':
        return new Date(v as unknown as number) // written by tag
      case 'map':
        return new Map((v as unknown as unknown[]).map(untag) as [unknown, unknown][]) // written by tag
      case 'set':
        return new Set((v as unknown as unknown[]).map(untag)) // written by tag
      case 'error':
        return new Error(v)
      case 'buffer':
        return textToBytes(v as unknown as string).buffer // written by tag
      case 'bytes':
        return textToBytes(v as unknown as string) // written by tag
      case 'object':
        return untagAll(v as unknown as object) // written by tag
      default:
        return untagAll(value)
    }
  }
  return {
    // structuredClone first: what Electron's IPC refuses (functions, DOM nodes, symbols) is refused with the same error.
    encode: (value) => JSON.stringify(tag(structuredClone(value))),
    decode: (text) => untag(JSON.parse(text)),
  }
}
