/** Arabic (٠١٢) and Persian (۰۱۲) keyboards type digits of their own; numbers and codes are stored in Latin ones. */
export const toLatinDigits = (text: string): string =>
  text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) =>
    String((digit.codePointAt(0) ?? 0) & 0xf),
  )

/** The digits alone, in Latin: what is left of `٠٦ ١٢-٣٤` is `061234`. */
export const onlyDigits = (text: string): string => toLatinDigits(text).replaceAll(/\D/g, '')
