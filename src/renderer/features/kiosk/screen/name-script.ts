/** The language and the direction of a name, by the script that the register holds it in. */
const LETTER = /\p{L}/u
const ARABIC = /\p{Script=Arabic}/u

export interface NameScript {
  /** Empty, HTML's value for "not known": the language of the interface would be a guess. */
  readonly lang: 'ar' | ''
  readonly dir: 'ltr' | 'rtl'
}

/** By the first letter, as the bidirectional algorithm does. */
export function nameScript(name: string): NameScript {
  const first = LETTER.exec(name)?.[0] ?? ''
  return ARABIC.test(first) ? { lang: 'ar', dir: 'rtl' } : { lang: '', dir: 'ltr' }
}
