const NAME_MAX_CHARS = 120
/** Control characters, what turns the direction of text (`fdp.exe` shown as `exe.pdf`), and what cannot be seen. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** The name that a file had at home, for the records only: without folders, tricks and length. It is never served. */
export function originalName(declared: string | undefined): string {
  const last = (declared ?? '').normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const name = Array.from(last.replace(INVISIBLE, '').trim()).slice(0, NAME_MAX_CHARS).join('')
  return /^\.*$/.test(name) ? 'file' : name
}
