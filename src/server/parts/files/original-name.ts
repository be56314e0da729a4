const NAME_MAX_CHARS = 120
/**
 * Control characters, what turns the direction of text (`fdp.exe` shown as `exe.pdf`), and
 * invisible characters.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/**
 * The sender's file name, only for the records: without folders and unsafe characters, and cut to a
 * length. It is never served.
 */
export function originalName(declared: string | undefined): string {
  const last = (declared ?? '').normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const name = Array.from(last.replace(INVISIBLE, '').trim()).slice(0, NAME_MAX_CHARS).join('')
  return /^\.*$/.test(name) ? 'file' : name
}
