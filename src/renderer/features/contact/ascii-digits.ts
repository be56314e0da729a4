/**
 * A phone number as the server reads it: Arabic (٠…٩) and Persian (۰…۹) digits and full-width signs become ASCII, and
 * the marks that keyboards and address books put around a number go.
 */
export const asciiPhone = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669]/g, (digit) => String((digit.codePointAt(0) ?? 0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) - 0x6f0))
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
